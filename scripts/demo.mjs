import './setup/node-version.mjs';
import { runTypeScript } from './processes/run-typescript.mjs';

await runTypeScript('demo/src/main.ts');

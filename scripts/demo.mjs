import './node-version.mjs';
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('demo/src/main.ts');

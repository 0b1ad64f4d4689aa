import './node-version.mjs';
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('bench/src/main.ts');

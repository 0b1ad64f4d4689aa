import './setup/node-version.mjs';
import { inRepository } from './repository/repository.mjs';
import { installPackages } from './setup/install.mjs';

// npm run notes: writes the technical notes of docs/notes as PDFs into web/public/notes.
await installPackages({ withDevelopment: true });
process.env.TSX_TSCONFIG_PATH = inRepository('docs/notes/tsconfig.json');
const { register } = await import('tsx/esm/api');
register();
await import(new URL('../docs/notes/build/main.tsx', import.meta.url).href);

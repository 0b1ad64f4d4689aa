import { firstLoad } from './scripts/repository/first-load.mjs';

export default [
  { name: 'entry JS', path: 'web/dist/assets/entry-*.js', limit: '105 kB', gzip: true },
  { name: 'JS of /dashboard before it is whole', path: firstLoad(), limit: '160 kB', gzip: true },
  { name: 'JS of IDENTITY=firebase', path: 'web/dist/assets/firebase-identity-*.js', limit: '40 kB', gzip: true },
  { name: 'CSS', path: 'web/dist/assets/*.css', limit: '11 kB', gzip: true },
];

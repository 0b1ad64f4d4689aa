import { firstLoad } from './scripts/first-load.mjs';

const dashboard = ['watch-layout', 'dashboard-page', 'alert-controls', 'toaster'];

export default [
  { name: 'entry JS', path: 'web/dist/assets/entry-*.js', limit: '105 kB', gzip: true },
  { name: 'JS of /dashboard before it is whole', path: firstLoad(dashboard), limit: '160 kB', gzip: true },
  { name: 'CSS', path: 'web/dist/assets/*.css', limit: '10 kB', gzip: true },
];

import path from 'node:path';

export const fixture = (name: string) => path.join(import.meta.dirname, 'fixtures', name);

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRepository } from '../../scripts/repository/repository.mjs';
import { fingerprint } from './build/sources.ts';

describe.each(['threat-level', 'durable-reports', 'report-to-screen'])('the note %s', (name) => {
  const pdf = readFileSync(inRepository(`web/public/notes/${name}.pdf`), 'latin1');

  it('was made from its sources and figures as they are; if not: npm run notes', () => {
    expect(/sources ([0-9a-f]{64})/.exec(pdf)?.[1]).toBe(fingerprint());
  });

  it('has two to four pages', () => {
    const pages = pdf.match(/\/Type \/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(2);
    expect(pages).toBeLessThanOrEqual(4);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERIFY_PAGE_PATH } from '@vedette/contract/evidence-archive/public-key';
import { apiError } from '../http/errors.ts';

export type VerifyPage = {
  html: Buffer;
  /** The Content-Security-Policy that the page itself names. */
  policy: string;
};

/** The page that verifies archives, from the built web app. It is read each time, because a build may replace it. */
export function readVerifyPage(webDir: string): VerifyPage {
  const file = join(webDir, VERIFY_PAGE_PATH);
  if (!existsSync(file)) throw apiError('UNAVAILABLE', 'The web app is not built yet: npm run build');
  const html = readFileSync(file);
  const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html.toString()) ?? [];
  if (policy === undefined) throw new Error(`${file} names no Content-Security-Policy`);
  return { html, policy };
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../servers/build-test-app.ts';

export type WrittenMail = { file: string; mode: number; headers: Record<string, string>; text: string };

/** The mails in the server's outbox, in order; waits for pending ones. */
export async function outboxOf({ dependencies }: Pick<TestApp, 'dependencies'>): Promise<WrittenMail[]> {
  await dependencies.background.settled();
  const folder = join(dependencies.config.dataDir, 'outbox');
  const names = readdirSync(folder, { recursive: false }).map(String);
  return names
    .map((name) => join(folder, name))
    .map((file) => ({ file, status: statSync(file, { bigint: true }) }))
    .sort((one, other) => Number(one.status.mtimeNs - other.status.mtimeNs))
    .map(({ file, status }) => {
      const [head = '', ...text] = readFileSync(file, 'utf8').split('\n\n');
      const headers = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/, 2)));
      return { file, mode: Number(status.mode) & 0o777, headers, text: text.join('\n\n') };
    });
}

/** The newest mail of a kind. */
export async function mailOf(app: Pick<TestApp, 'dependencies'>, kind: string): Promise<WrittenMail> {
  const mail = (await outboxOf(app)).findLast(({ headers }) => headers['X-Vedette-Kind'] === kind);
  if (mail === undefined) throw new Error(`there is no mail of the kind ${kind}`);
  return mail;
}

/** The link in a mail. */
export function linkIn({ text }: Pick<WrittenMail, 'text'>): URL {
  const [link] = /^https?:\/\/\S+$/m.exec(text) ?? [];
  if (link === undefined) throw new Error('there is no link in the mail');
  return new URL(link);
}

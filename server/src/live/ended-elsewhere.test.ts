import { test } from 'vitest';
import { openStream } from '../../test/servers/open-stream.ts';
import { twoServers } from '../../test/servers/two-servers.ts';
import { aVisitor, PASSWORD, signedUp, type Visitor } from '../../test/servers/visitor.ts';

const EMAIL = 'ana@gmail.com';

/** What ends a session, from another browser of the same guard or from its own. */
const ENDINGS: [name: string, end: (browsers: { own: Visitor; other: Visitor }) => Promise<unknown>][] = [
  ['signing out', ({ own }) => own.post('/auth/sign-out')],
  ['a new password', ({ other }) => other.post('/auth/change-password', { newPassword: 'another horse battery' })],
  ['deleting the account', ({ other }) => other.post('/auth/delete-user')],
];

test.each(ENDINGS)('%s at one server ends the streams at the other', async (_name, end) => {
  const { here, there } = await twoServers();
  const own = await signedUp(here, EMAIL);
  const other = aVisitor(here);
  await other.post('/auth/sign-in/email', { email: EMAIL, password: PASSWORD });
  const url = await there.api.listen({ host: '127.0.0.1', port: 0 });
  const stream = await openStream({ url, guard: { cookie: own.cookieHeader(), origin: url } });
  await stream.until((events) => events.length === 1);
  await end({ own, other });
  await stream.ended;
});

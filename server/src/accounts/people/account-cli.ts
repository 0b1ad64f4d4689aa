import { parseArgs } from 'node:util';
import { MAIL_ADDRESS } from '@vedette/contract/account';
import type { Invitation } from '@vedette/contract/invitation';
import type { Person } from '@vedette/contract/person';
import { ROLE_DEFAULT, ROLES, type Role } from '@vedette/contract/roles';
import type { Config } from '../../config.ts';
import { ownOrigins } from '../../http/guards/own-origin.ts';
import { withDatabase } from '../../with-database.ts';
import { invitationLink } from '../account-mails.ts';
import { presentInvitation } from '../invitations/invitations.present.ts';
import { type InvitationStore, invitationStore } from '../invitations/invitations.store.ts';
import { presentPerson } from './people.present.ts';
import { type PeopleStore, peopleStore } from './people.store.ts';

// npm run account -- list | invite <address> [role] | role <address> <role> | suspend <address> | admit <address>
// | reset-second-factor <address>
// For machines without a screen. It uses the server's settings, and may run beside the server. It prints JSON.
const USAGE = `Usage: npm run account -- list
       npm run account -- invite <address> [${ROLES.join('|')}]
       npm run account -- role <address> ${ROLES.join('|')}
       npm run account -- suspend <address>
       npm run account -- admit <address>
       npm run account -- reset-second-factor <address>`;

/** The person at the machine, as the audit log names them. */
const CONSOLE = { id: null, name: 'console' };
const PAGE = 500;

try {
  console.log(JSON.stringify(await run(readArguments()), undefined, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

type Command =
  | { name: 'list' }
  | { name: 'invite'; email: string; role: Role }
  | { name: 'reset'; email: string }
  | { name: 'change'; email: string; change: { role?: Role; suspended?: boolean } };

function readArguments(): Command {
  const [name, email, role, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (rest.length > 0) throw new Error(USAGE);
  if (name === 'list' && email === undefined) return { name };
  const known = ROLES.find((known) => known === role);
  if (
    name === 'invite' &&
    email !== undefined &&
    MAIL_ADDRESS.test(email) &&
    (role === undefined || known !== undefined)
  )
    return { name, email, role: known ?? ROLE_DEFAULT };
  if (email === undefined || (name !== 'role' && role !== undefined)) throw new Error(USAGE);
  if (name === 'reset-second-factor') return { name: 'reset', email };
  if (name === 'suspend' || name === 'admit')
    return { name: 'change', email, change: { suspended: name === 'suspend' } };
  if (name !== 'role' || known === undefined) throw new Error(USAGE);
  return { name: 'change', email, change: { role: known } };
}

function run(command: Command) {
  return withDatabase<Person[] | Person | Invited | undefined>((database, config) => {
    if (command.name === 'invite') return invite({ store: invitationStore(database), config, ...command });
    const store = peopleStore(database);
    return command.name === 'list' ? everybody(store) : change(store, command);
  });
}

type Invited = Invitation & { link: string };
type Inviting = { store: InvitationStore; config: Config; email: string; role: Role };

/** The link is printed, not mailed: whoever runs the command passes it on. */
async function invite({ store, config, email, role }: Inviting): Promise<Invited> {
  if (!config.team || config.firebase !== undefined)
    throw new Error('Invitations need TEAM=true and IDENTITY=embedded');
  const { invitation, token } = await store.insert({ email, role, now: Date.now(), by: CONSOLE });
  const [origin] = ownOrigins(config);
  return { ...presentInvitation(invitation), link: invitationLink(origin, token) };
}

async function everybody(store: PeopleStore): Promise<Person[]> {
  const people: Person[] = [];
  for (let after = ''; ; ) {
    const { rows } = await store.list({ search: '', after, limit: PAGE });
    people.push(...rows.map(presentPerson));
    after = rows.at(-1)?.email ?? '';
    if (rows.length < PAGE) return people;
  }
}

async function change(
  store: PeopleStore,
  command: Extract<Command, { name: 'reset' | 'change' }>,
): Promise<Person | undefined> {
  const { email } = command;
  const person = await store.findByEmail(email);
  if (person === undefined) throw new Error(`There is no account with the address ${email}`);
  if (command.name === 'reset') await store.resetSecondFactor(person.id, { now: Date.now(), by: CONSOLE });
  else await store.change(person.id, { ...command.change, now: Date.now(), by: CONSOLE });
  const changed = await store.find(person.id);
  return changed && presentPerson(changed);
}

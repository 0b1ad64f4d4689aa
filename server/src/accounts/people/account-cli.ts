import { parseArgs } from 'node:util';
import type { Person } from '@vedette/contract/person';
import { ROLES, type Role } from '@vedette/contract/roles';
import { withDatabase } from '../../with-database.ts';
import { presentPerson } from './people.present.ts';
import { type PeopleStore, peopleStore } from './people.store.ts';

// npm run account -- list | role <address> <role> | suspend <address> | admit <address>
// For machines without a screen. It uses the server's settings, and may run beside the server. It prints JSON.
const USAGE = `Usage: npm run account -- list
       npm run account -- role <address> ${ROLES.join('|')}
       npm run account -- suspend <address>
       npm run account -- admit <address>`;

/** The person at the machine, as the audit log names them. */
const CONSOLE = { id: null, name: 'console' };
const PAGE = 500;

try {
  console.log(JSON.stringify(await run(readArguments()), undefined, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

type Command = { name: 'list' } | { name: 'change'; email: string; change: { role?: Role; suspended?: boolean } };

function readArguments(): Command {
  const [name, email, role, ...rest] = parseArgs({ allowPositionals: true }).positionals;
  if (rest.length > 0) throw new Error(USAGE);
  if (name === 'list' && email === undefined) return { name };
  if (email === undefined || (name !== 'role' && role !== undefined)) throw new Error(USAGE);
  if (name === 'suspend' || name === 'admit')
    return { name: 'change', email, change: { suspended: name === 'suspend' } };
  const known = ROLES.find((known) => known === role);
  if (name !== 'role' || known === undefined) throw new Error(USAGE);
  return { name: 'change', email, change: { role: known } };
}

function run(command: Command) {
  return withDatabase<Person[] | Person | undefined>((database) => {
    const store = peopleStore(database);
    return command.name === 'list' ? everybody(store) : change(store, command);
  });
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
  { email, change: wanted }: Extract<Command, { name: 'change' }>,
): Promise<Person | undefined> {
  const person = await store.findByEmail(email);
  if (person === undefined) throw new Error(`There is no account with the address ${email}`);
  await store.change(person.id, { ...wanted, now: Date.now(), by: CONSOLE });
  const changed = await store.find(person.id);
  return changed && presentPerson(changed);
}

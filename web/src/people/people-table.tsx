import type { Person } from '@vedette/contract/person';
import type { Role } from '@vedette/contract/roles';
import { roleNames } from '../accounts/role-names.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatTime } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { useChangePerson } from './people.queries.ts';
import { RoleOptions } from './role-options.tsx';

type Acts = {
  ownId: string;
  onAccess: (person: Person) => void;
  onSuspend: (person: Person) => void;
  onReset: (person: Person) => void;
};

export function PeopleTable({ people, ...acts }: Acts & { people: readonly Person[] }) {
  return (
    <Card className="overflow-hidden">
      <table aria-label="People" className="w-full text-left text-sm max-md:block">
        <thead className="border-b border-line text-xs text-muted max-md:sr-only">
          <tr>
            <th className="px-5 py-3 font-medium">Person</th>
            <th className="px-3 py-3 font-medium">Role</th>
            <th className="px-3 py-3 font-medium">Since</th>
            <th className="px-5 py-3">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-md:block">
          {people.map((person) => (
            <PersonRow key={person.id} person={person} {...acts} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function PersonRow({ person, ownId, onAccess, onSuspend, onReset }: Acts & { person: Person }) {
  const {
    id,
    email,
    name,
    role,
    since,
    suspended_at: suspendedAt,
    email_verified: verified,
    second_factor: hasSecondFactor,
  } = person;
  const { mutate, isPending, variables } = useChangePerson();
  const chosen = (isPending && variables.change.role) || role;

  function choose(next: Role) {
    mutate(
      { id, change: { role: next } },
      {
        onSuccess: () => notify.success(`${email} is ${roleNames[next].toLowerCase()} now`),
        onError: (error) => notify.error(error.message),
      },
    );
  }

  function admit() {
    mutate(
      { id, change: { suspended: false } },
      {
        onSuccess: () => notify.success(`${email} may sign in again`),
        onError: (error) => notify.error(error.message),
      },
    );
  }

  return (
    <tr className="max-md:grid max-md:gap-x-4 max-md:gap-y-1 max-md:p-4">
      <td className="max-w-80 min-w-0 md:px-5 md:py-3.5">
        <p className="truncate font-medium">
          {email}
          {id === ownId && <span className="font-normal text-muted"> (you)</span>}
        </p>
        {name !== null && <p className="truncate text-xs text-muted">{name}</p>}
        <p className="mt-1 flex flex-wrap gap-1">
          {suspendedAt !== null && <Badge tone="danger">{`Suspended ${formatTime(suspendedAt)}`}</Badge>}
          {hasSecondFactor && <Badge tone="accent">Second factor</Badge>}
          {!verified && <Badge tone="neutral">Address not confirmed</Badge>}
        </p>
      </td>
      <td className="md:px-3 max-md:mt-1">
        <select
          aria-label={`Role of ${email}`}
          value={chosen}
          disabled={isPending}
          className="h-11 w-full rounded-lg border border-edge bg-surface px-3 text-base sm:text-sm"
          onChange={(event) => choose(event.target.value as Role)}
        >
          <RoleOptions />
        </select>
      </td>
      <td className="whitespace-nowrap text-muted tabular-nums md:px-3">
        <time dateTime={since}>{formatTime(since)}</time>
      </td>
      <td className="text-right md:px-5">
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" size="small" onClick={() => onAccess(person)}>
            Access
            <span className="sr-only">{` of ${email}`}</span>
          </Button>
          {hasSecondFactor && (
            <Button variant="outline" size="small" onClick={() => onReset(person)}>
              Reset Second Factor
              <span className="sr-only">{` of ${email}`}</span>
            </Button>
          )}
          {suspendedAt === null ? (
            <Button variant="danger-outline" size="small" onClick={() => onSuspend(person)}>
              Suspend
              <span className="sr-only">{` ${email}`}</span>
            </Button>
          ) : (
            <Button variant="outline" size="small" busy={isPending} onClick={admit}>
              Admit
              <span className="sr-only">{` ${email}`}</span>
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}

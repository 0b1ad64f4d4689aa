import type { People, Receiver, ReceiverKind } from '@vedette/contract/escalation';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { Choices } from './choices.tsx';
import { ListField } from './list-field.tsx';
import { receiverOf } from './policy-draft.ts';

export type Known = {
  people: readonly { id: string; name: string }[];
  devices: readonly { id: string; name: string }[];
  /** Whether the server can sign webhooks. */
  webhooks: boolean;
  /** Plays the alarm. Resolves with whether this browser plays sound. */
  testSound: () => Promise<boolean>;
};

type Props = { receiver: Receiver; known: Known; onChange: (receiver: Receiver) => void };

const KINDS: Record<ReceiverKind, string> = {
  screens: 'A banner on every screen',
  sound: 'Sound on every screen',
  push: 'Push message',
  webhook: 'Webhook',
  email: 'E-mail',
  ntfy: 'ntfy topic',
};

export function ReceiverFields({ receiver, known, onChange }: Props) {
  return (
    <>
      <SelectField
        label="Receiver"
        value={receiver.kind}
        onChange={({ target }) => onChange(receiverOf(target.value as ReceiverKind))}
      >
        {Object.entries(KINDS).map(([kind, name]) => (
          <option key={kind} value={kind} disabled={kind === 'webhook' && !known.webhooks}>
            {name}
          </option>
        ))}
      </SelectField>
      {receiver.kind === 'webhook' && (
        <TextField
          label="Address"
          type="url"
          required
          pattern="https?://[^\s@#]+"
          hint="http:// or https://"
          value={receiver.url}
          onChange={({ target }) => onChange({ ...receiver, url: target.value })}
        />
      )}
      {receiver.kind === 'ntfy' && (
        <TextField
          label="Topic"
          required
          pattern="[A-Za-z0-9_\-]{1,64}"
          hint="Letters, digits, - and _"
          value={receiver.topic}
          onChange={({ target }) => onChange({ ...receiver, topic: target.value })}
        />
      )}
      {(receiver.kind === 'push' || receiver.kind === 'email') && (
        <PeopleFields receiver={receiver} known={known} onChange={onChange} />
      )}
    </>
  );
}

type Addressed = Extract<Receiver, { to: unknown }>;

function PeopleFields({ receiver, known, onChange }: Props & { receiver: Addressed }) {
  const { to } = receiver;

  function choose(who: string) {
    if (who === 'addresses') onChange({ kind: 'email', to: { who, addresses: [] } });
    else if (who === 'named') onChange({ ...receiver, to: { who, user_ids: [] } });
    else onChange({ ...receiver, to: { who } as People });
  }

  return (
    <>
      <SelectField label="To" value={to.who} onChange={({ target }) => choose(target.value)}>
        <option value="on_duty">Who is on duty</option>
        <option value="all">Everybody</option>
        <option value="named">Named people</option>
        {receiver.kind === 'email' && <option value="addresses">Addresses</option>}
      </SelectField>
      {to.who === 'named' && (
        <Choices
          legend="People"
          options={known.people}
          chosen={to.user_ids}
          onChange={(user_ids) => onChange({ ...receiver, to: { who: 'named', user_ids } })}
        />
      )}
      {to.who === 'addresses' && (
        <ListField
          label="Mail addresses"
          hint="Separated by semicolons"
          required
          values={to.addresses}
          onChange={(addresses) => onChange({ kind: 'email', to: { who: 'addresses', addresses } })}
        />
      )}
    </>
  );
}

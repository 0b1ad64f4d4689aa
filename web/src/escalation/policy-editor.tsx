import type { PolicyAnswer } from '@vedette/contract/delivery';
import { type FormEvent, useState } from 'react';
import { useMay } from '../api/permissions.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useSavePolicy } from './escalation.queries.ts';
import { draftOf, newRule, policyOf, withPart } from './policy-draft.ts';
import { PolicyPreview } from './policy-preview.tsx';
import type { Known } from './receiver-fields.tsx';
import { RuleFields } from './rule-fields.tsx';

type Props = { stored: PolicyAnswer } & Pick<Known, 'devices' | 'testSound'>;

export function PolicyEditor({ stored, devices, testSound }: Props) {
  const [draft, setDraft] = useState(() => draftOf(stored.policy));
  const save = useSavePolicy();
  const mayChange = useMay('escalation.change');
  const known: Known = { people: stored.people, devices, webhooks: stored.webhooks, testSound };
  const policy = policyOf(draft);

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate(
      { version: stored.version, policy },
      { onSuccess: () => void notify.success('The policy is saved. It applies to new alarms.') },
    );
  }

  return (
    <form onSubmit={submit}>
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
        {!mayChange && <p className="text-sm text-muted">You can read the policy; supervisors change it.</p>}
        <TextField
          label="Time zone"
          required
          hint="For the hours of rules, such as Europe/Berlin"
          value={draft.time_zone}
          onChange={({ target }) => setDraft({ ...draft, time_zone: target.value })}
        />
        <TextField
          label="Minutes until an answered incident that is seen again is reopened"
          type="number"
          required
          min={1}
          max={1_440}
          value={Number.isNaN(draft.stale_after_minutes) ? '' : draft.stale_after_minutes}
          onChange={({ target }) => setDraft({ ...draft, stale_after_minutes: target.valueAsNumber })}
        />
        {draft.rules.map((rule, index) => (
          <RuleFields
            key={rule.key}
            rule={rule}
            number={index + 1}
            known={known}
            onChange={(part) => setDraft({ ...draft, rules: withPart(draft.rules, { key: rule.key, part }) })}
          />
        ))}
        {draft.rules.length === 0 && <Alert tone="danger">Without a rule nobody is told of anything.</Alert>}
        <div>
          <Button
            variant="outline"
            onClick={() => setDraft({ ...draft, rules: [...draft.rules, newRule(draft.rules.length + 1)] })}
          >
            Add rule
          </Button>
        </div>
        <PolicyPreview policy={policy} known={known} />
        {save.isError && <Alert tone="danger">{save.error.message}</Alert>}
        {mayChange && (
          <div>
            <Button type="submit" busy={save.isPending}>
              Save policy
            </Button>
          </div>
        )}
      </fieldset>
    </form>
  );
}

import type { EscalationPolicy } from '@vedette/contract/escalation';
import { policyInWords } from '@vedette/contract/escalation-words';
import type { Known } from './receiver-fields.tsx';

/** What the edited policy means. */
export function PolicyPreview({ policy, known }: { policy: EscalationPolicy; known: Known }) {
  const named = (list: Known['people']) => new Map(list.map(({ id, name }) => [id, name]));
  const parts = policyInWords(policy, { people: named(known.people), devices: named(known.devices) });
  return (
    <section aria-label="In words" className="flex flex-col gap-3 rounded-xl border border-line bg-sunken p-4">
      <h3 className="font-semibold">In words</h3>
      {parts.map(({ title, sentences }) => (
        <div key={`${title} ${sentences.join(' ')}`}>
          <p className="text-sm font-medium">{title}</p>
          <ul className="text-sm text-muted">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

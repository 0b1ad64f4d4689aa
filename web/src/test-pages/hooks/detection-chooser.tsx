import { WEAPON_TYPES } from '@vedette/contract/weapon-type';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { CallFailed } from '../call-failed.tsx';
import { Panel } from '../panel.tsx';
import { DetectionChoices } from './detection-choices.tsx';
import { useDetectionList } from './detections.queries.ts';
import { describeSource, type Source } from './list-source.ts';

/** The list of detections with its filter. The selected detection is used by the other panels. */
export function DetectionChooser({ selected, onSelect }: { selected: number | null; onSelect: (id: number) => void }) {
  const [type, setType] = useState('');
  const [source, setSource] = useState<Source>({ kind: 'all', type: '' });
  const { data, error, isPending, isFetching, refetch } = useDetectionList(source);

  /** Showing the same source again fetches it again. */
  function show(next: Source) {
    if (next.kind === source.kind && next.type === source.type) void refetch();
    else setSource(next);
  }

  return (
    <Panel
      title="Detections"
      aside={
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="small" onClick={() => show({ kind: 'all', type: '' })}>
            List All
          </Button>
          <Button variant="outline" size="small" onClick={() => show({ kind: 'manual', type: '' })}>
            List Manual
          </Button>
        </div>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Weapon Type"
          className="min-w-40 grow"
          value={type}
          onChange={({ target }) => setType(target.value)}
        >
          <option value="">Choose a type</option>
          {WEAPON_TYPES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button className="h-11" onClick={() => show({ kind: 'type', type })}>
          Filter by Type
        </Button>
      </div>
      <div className="min-h-40">
        <p role="status" className="mb-2 text-sm text-muted tabular-nums">
          {isFetching
            ? 'Loading …'
            : data && !error && `${describeSource(source)}: ${data.count.toLocaleString('en-US')}`}
        </p>
        {error && !isFetching && <CallFailed error={error} />}
        {!isPending && !error && (
          <DetectionChoices detections={data.detections} selected={selected} onSelect={onSelect} />
        )}
      </div>
    </Panel>
  );
}

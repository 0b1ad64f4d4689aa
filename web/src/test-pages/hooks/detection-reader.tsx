import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { CallFailed } from '../call-failed.tsx';
import { Facts } from '../facts.tsx';
import { Panel } from '../panel.tsx';
import { CommentList } from './comment-list.tsx';
import { useDetection } from './detections.queries.ts';

/** Reads the selected detection by its id, with its comments. */
export function DetectionReader({ selected }: { selected: number | null }) {
  const [asked, setAsked] = useState<number | '' | null>(null);
  const { data, error, isFetching, refetch } = useDetection(asked);

  function load() {
    const next = selected ?? '';
    if (next === asked) void refetch();
    else setAsked(next);
  }

  return (
    <Panel
      title="Selected detection"
      aside={
        <Button variant="outline" size="small" busy={isFetching} onClick={load}>
          Load Detection
        </Button>
      }
    >
      {asked === null && <p className="text-sm text-muted">Select one in the list, then load it by its ID.</p>}
      {error && <CallFailed error={error} />}
      {data && !error && (
        <>
          <Facts
            facts={[
              ['Detection ID', data.detection.id],
              ['Weapon type', data.weapon_details.weapon_type],
              ['Category', data.weapon_details.category],
              ['Confidence', `${data.detection.confidence}%`],
              ['Threat level', data.detection.threat_level],
              ['Location', data.detection.location ?? 'Unknown'],
              ['Source', data.detection.source],
              ['Description', data.detection.description ?? 'None'],
              ['Officer', data.detection.officer_name ?? 'None'],
            ]}
          />
          <CommentList detection={data.detection} />
        </>
      )}
    </Panel>
  );
}

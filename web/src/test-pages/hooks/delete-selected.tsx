import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import { CallFailed } from '../call-failed.tsx';
import { Panel } from '../panel.tsx';
import { useDeleteDetection } from './detections.queries.ts';
import { SelectedMark } from './selected-mark.tsx';

export function DeleteSelected({ selected, onDeleted }: { selected: number | null; onDeleted: () => void }) {
  const remove = useDeleteDetection();

  function ask() {
    if (selected === null) return notify.error('Please select a detection to delete');
    if (!window.confirm(`Delete detection ${selected}? This action cannot be undone.`)) return;
    remove.mutate(selected, {
      onSuccess({ message }) {
        onDeleted();
        notify.success(message);
      },
      onError: () => notify.error('Failed to delete detection'),
    });
  }

  return (
    <Panel title="Delete" aside={<SelectedMark id={selected} />}>
      <p className="text-sm text-muted">Erases the detection, its comments and its frame.</p>
      {remove.error && <CallFailed error={remove.error} />}
      <Button variant="danger-outline" busy={remove.isPending} onClick={ask} className="justify-self-start">
        Delete Detection
      </Button>
    </Panel>
  );
}

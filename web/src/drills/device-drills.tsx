import { useMay } from '../api/permissions.ts';
import { formatAge } from '../detections/format.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { formatTime } from '../ui/moment.ts';
import { notify } from '../ui/toasts/notify.ts';
import { useNow } from '../ui/use-now.ts';
import { useDrills, useRunDrill, useScheduleDrills } from './drills.queries.ts';

const CHOICES = [
  [0, 'Only by the button'],
  [60, 'Every minute'],
  [300, 'Every 5 minutes'],
  [900, 'Every 15 minutes'],
  [3_600, 'Every hour'],
  [86_400, 'Every day'],
] as const;

/** When this device was last proven end to end, and how often that is tried. */
export function DeviceDrills({ deviceId }: { deviceId: string }) {
  const { data, isError, error, isFetching, refetch } = useDrills();
  const schedule = useScheduleDrills(deviceId);
  const run = useRunDrill(deviceId);
  const now = useNow(1_000);
  const maySchedule = useMay('drills.schedule');
  const maySend = useMay('drills.send');
  const own = data?.devices.find(({ device_id }) => device_id === deviceId);
  const everyS = own?.every_s ?? 0;
  const choices = CHOICES.some(([seconds]) => seconds === everyS)
    ? CHOICES
    : [...CHOICES, [everyS, `Every ${everyS} seconds`] as const];
  const onError = (failure: Error) => notify.error(failure.message);
  return (
    <Card className="p-4 sm:p-5">
      <h2 className="font-semibold">Drills</h2>
      <p className="mt-1 text-sm text-muted">
        A drill is a marked report that goes all the way to the screens. It is no detection, and no statistic counts it.
      </p>
      {isError && (
        <p role="alert" className="mt-3 flex flex-wrap items-center gap-3 text-sm text-danger-ink">
          {`Drills could not be loaded (${error.message}).`}
          <Button variant="outline" size="small" busy={isFetching} onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
      {data && (
        <>
          <p role="status" className="mt-3 text-sm font-medium tabular-nums">
            {own?.last == null ? 'None yet' : describe(own.last)}
            {own?.last_proven_at && ` Last proven end to end: ${formatAge(now - Date.parse(own.last_proven_at))} ago.`}
          </p>
          <div className="mt-4 flex flex-wrap items-end gap-3">
            <SelectField
              label="Drill"
              value={everyS}
              disabled={schedule.isPending || !maySchedule}
              onChange={({ target }) => schedule.mutate(Number(target.value), { onError })}
              className="min-w-48"
            >
              {choices.map(([seconds, title]) => (
                <option key={seconds} value={seconds}>
                  {title}
                </option>
              ))}
            </SelectField>
            {maySend && (
              <Button
                variant="outline"
                className="h-11"
                busy={run.isPending}
                onClick={() => run.mutate(undefined, { onError })}
              >
                Run Drill
              </Button>
            )}
          </div>
        </>
      )}
    </Card>
  );
}

function describe({
  sent_at,
  painted_at,
  missed,
}: {
  sent_at: string;
  painted_at: string | null;
  missed: boolean;
}): string {
  const sent = `Sent ${formatTime(sent_at)}`;
  if (painted_at === null) return missed ? `${sent}: no screen has shown it.` : `${sent}: waiting for a screen.`;
  const took = formatSeconds(Date.parse(painted_at) - Date.parse(sent_at));
  return missed ? `${sent}: shown too late, after ${took}.` : `${sent}: shown after ${took}.`;
}

function formatSeconds(ms: number): string {
  return ms < 10_000 ? `${(ms / 1_000).toFixed(2)} s` : formatAge(ms);
}

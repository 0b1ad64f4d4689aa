import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { listThreats, readFrame, readMetrics } from '../../api/detection-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TestPage } from '../test-page.tsx';
import { FrameResult, MetricsResult, ThreatsResult } from './quick-results.tsx';
import { QuickTest } from './quick-test.tsx';

export function QuickApiTestPage() {
  const [id, setId] = useState('');
  const metrics = useMutation({ mutationFn: readMetrics });
  const frame = useMutation({ mutationFn: readFrame });
  const threats = useMutation({ mutationFn: listThreats });
  const running = [metrics, frame, threats].some(({ isPending }) => isPending);
  const missing = [metrics, frame].some(({ error }) => error?.message === 'Detection ID is required');

  /** The threats are listed first, because the other calls use the newest threat when no id is given. */
  async function runAll(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (running) return;
    const listed = await threats.mutateAsync().catch(() => null);
    const chosen = id.trim() || String(listed?.active_weapon_threats[0]?.id ?? '');
    setId(chosen);
    metrics.mutate(chosen);
    frame.mutate(chosen);
  }

  return (
    <TestPage
      title="Quick API Test"
      about="The three calls behind the dashboard's threat cards: metrics, frame and threats."
    >
      <Card className="p-4 sm:p-5">
        <form noValidate onSubmit={runAll} className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <TextField
            label="Detection ID"
            inputMode="numeric"
            autoComplete="off"
            className="w-full sm:w-64"
            hint="Empty: the newest active threat."
            problem={missing && id.trim() === '' ? 'There is no active threat to take' : undefined}
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
          <Button type="submit" busy={running} className="h-11 sm:mt-6.5">
            Run All Tests
          </Button>
        </form>
      </Card>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-3">
        <QuickTest
          title="Metrics"
          address={`/api/detections/${id.trim() || '{id}'}/metrics`}
          call={metrics}
          onRun={() => metrics.mutate(id)}
        >
          {metrics.data && <MetricsResult metrics={metrics.data.metrics} />}
        </QuickTest>
        <QuickTest
          title="Frame"
          address={`/api/detections/${id.trim() || '{id}'}/frame`}
          call={frame}
          onRun={() => frame.mutate(id)}
        >
          {frame.data && <FrameResult answer={frame.data} id={String(frame.variables)} />}
        </QuickTest>
        <QuickTest title="Threats" address="/api/detections/threats" call={threats} onRun={() => threats.mutate()}>
          {threats.data && <ThreatsResult answer={threats.data} onChoose={(chosen) => setId(String(chosen))} />}
        </QuickTest>
      </div>
    </TestPage>
  );
}

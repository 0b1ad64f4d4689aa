import { REQUEST_TIMEOUT_MS } from '@vedette/contract/limits';
import { TestPage } from '../test-page.tsx';
import { detectionsCheck, serverCheck, sessionCheck, settingsCheck } from './checks.ts';
import { HealthChecks } from './health-checks.tsx';

const checks = [serverCheck, settingsCheck, sessionCheck, detectionsCheck];

export function ApiTestPage() {
  return (
    <TestPage
      title="Health Check"
      about={`One call to each part of the server, by the same client as the dashboard's: base path /api, JSON, at most ${REQUEST_TIMEOUT_MS / 1_000} seconds.`}
    >
      <HealthChecks checks={checks} run="Run Health Check" />
    </TestPage>
  );
}

import { TestPage } from '../test-page.tsx';
import { detectionsCheck, readyCheck } from './checks.ts';
import { HealthChecks } from './health-checks.tsx';

const checks = [readyCheck, { ...detectionsCheck, title: 'Detections in the database' }];

export function DbTestPage() {
  return (
    <TestPage
      title="Database Health Check"
      about="Asks the server whether its database answers, and counts the detections in it."
    >
      <HealthChecks checks={checks} run="Check Database" />
    </TestPage>
  );
}

import { useState } from 'react';
import { useDebugLines } from '../hooks/use-debug-lines.ts';
import { LogPanel } from '../log-panel.tsx';
import { TestPageFrame } from '../test-page.tsx';
import { AuthControls } from './auth-controls.tsx';
import { AuthState } from './auth-state.tsx';
import type { AuthUnderTest } from './auth-under-test.ts';
import { readInterrupted } from './interrupted-test.ts';
import { useAuthTests } from './use-auth-tests.ts';

/** @param auth the current auth context of the product */
export function AuthTestPage({ auth }: { auth: AuthUnderTest }) {
  const [interrupted] = useState(readInterrupted);
  const { lines, clear } = useDebugLines(interrupted?.lines);
  const tests = useAuthTests({ auth, lines, interrupted });
  return (
    <TestPageFrame
      title="Auth Test"
      about="Logs in and out with a test account by the same functions as the product's own forms, 1 to 5 seconds from step to step. The session that is open in this browser ends with it."
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <AuthControls tests={tests} email={auth.currentUser?.email ?? ''} />
        <AuthState auth={auth} />
      </div>
      <LogPanel title="Status log" lines={lines} onClear={clear} />
    </TestPageFrame>
  );
}

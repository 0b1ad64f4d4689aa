import { type SubmitEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { OutcomeBadge } from '../outcome-badge.tsx';
import { Panel } from '../panel.tsx';
import { type AuthTestId, authTests } from './auth-tests.ts';
import type { useAuthTests } from './use-auth-tests.ts';

const listed: readonly AuthTestId[] = ['email', 'social', 'persistence', 'reset'];

/** The account that the tests use, and a button for each of them. */
export function AuthControls({ tests, email }: { tests: ReturnType<typeof useAuthTests>; email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { outcomes, isRunning, run, runAll, stop } = tests;

  function credentials() {
    const data = new FormData(form.current ?? undefined);
    return { email: String(data.get('email') ?? '').trim(), password: String(data.get('password') ?? '') };
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    runAll(credentials());
  }

  return (
    <Panel title="Tests">
      <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Test Email" name="email" type="email" autoComplete="username" defaultValue={email} />
          <PasswordField label="Test Password" name="password" autoComplete="current-password" />
        </div>
        <ul className="grid grid-cols-1 gap-2">
          {listed.map((id) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <Button variant="outline" busy={isRunning} onClick={() => run(id, credentials())}>
                Test {authTests[id].title}
              </Button>
              <OutcomeBadge outcome={outcomes[id]} />
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2 border-t border-line pt-4">
          <Button type="submit" busy={isRunning}>
            Run All Tests
          </Button>
          <Button variant="outline" disabled={!isRunning} onClick={stop}>
            Stop
          </Button>
        </div>
      </form>
    </Panel>
  );
}

import type { ApiTokenScope } from '@vedette/contract/api-token';
import { API_TOKEN_DAYS_DEFAULT, API_TOKEN_NAME_MAX } from '@vedette/contract/limits';
import { type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { notify } from '../../ui/toasts/notify.ts';
import type { WithRecentLogin } from '../profile/use-recent-login.tsx';
import { useMakeToken } from './tokens.queries.ts';

const DAYS = [7, 30, API_TOKEN_DAYS_DEFAULT, 365];

type Props = { withRecentLogin: WithRecentLogin; onMade: (secret: string) => void };

export function NewTokenForm({ withRecentLogin, onMade }: Props) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiTokenScope>('read');
  const [days, setDays] = useState(API_TOKEN_DAYS_DEFAULT);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLFormElement>(null);
  const { mutateAsync, isPending } = useMakeToken();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    if (name.trim() === '') {
      setProblem('Say what the token is for');
      field.current?.querySelector('input')?.focus();
      return;
    }
    setProblem(undefined);
    try {
      await withRecentLogin(async () => {
        const { secret } = await mutateAsync({ name: name.trim(), scope, days });
        onMade(secret);
        setName('');
      });
    } catch (error) {
      await notify.error(error instanceof Error ? error.message : 'The token could not be made');
    }
  }

  return (
    <form ref={field} noValidate aria-label="New token" onSubmit={submit} className="grid gap-3">
      <TextField
        label="Name of a new token"
        value={name}
        maxLength={API_TOKEN_NAME_MAX}
        placeholder="What it is for, such as: weekly report"
        autoComplete="off"
        problem={problem}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField label="It may" value={scope} onChange={(event) => setScope(event.target.value as ApiTokenScope)}>
          <option value="read">read</option>
          <option value="write">read and write</option>
        </SelectField>
        <SelectField label="It expires in" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((it) => (
            <option key={it} value={it}>
              {it} days
            </option>
          ))}
        </SelectField>
      </div>
      <Button type="submit" busy={isPending} className="justify-self-start">
        Make Token
      </Button>
    </form>
  );
}

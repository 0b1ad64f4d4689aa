import { type SubmitEvent, useState } from 'react';
import { isRequestError } from '../api/request.ts';
import { notify } from '../ui/notify.ts';
import { fieldProblem, type Problem } from './credentials.rules.ts';

type Steps<Form> = {
  read: (data: FormData) => Form;
  check: (form: Form) => Promise<Problem | null> | Problem | null;
  send: (form: Form) => Promise<void>;
  /** The toast when the server refuses, and when it accepts. */
  failure: string;
  success: string;
};

/** Check, send, tell: the life of a login or sign-up form. */
export function useCredentialsForm<Form>({ read, check, send, failure, success }: Steps<Form>) {
  const [problems, setProblems] = useState<Problem['fields']>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const form = read(new FormData(element));
    setBusy(true);
    const problem = await attempt(form);
    setBusy(false);
    setProblems(problem?.fields ?? {});
    if (!problem) return notify.success(success);
    await notify.error(problem.message);
    element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function attempt(form: Form): Promise<Problem | null> {
    const problem = await check(form);
    if (problem) return problem;
    try {
      await send(form);
      return null;
    } catch (error) {
      return { message: failure, fields: isRequestError(error) ? fieldProblem(error.code) : {} };
    }
  }

  return { problems, busy, submit };
}

export function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

import { type SubmitEvent, useState } from 'react';
import { notify } from '../../ui/toasts/notify.ts';
import { isIdentityError } from '../identity/identity-error.ts';
import { type Problem, refusalProblem } from './credentials.rules.ts';

type Steps<Form> = {
  read: (data: FormData) => Form;
  check: (form: Form) => Promise<Problem | null> | Problem | null;
  /** Whether the values are unchanged; unchanged values are not sent. */
  isIdle?: (form: Form) => boolean;
  send: (form: Form, element: HTMLFormElement) => Promise<void>;
  /** The toasts for a refused and for an accepted request. */
  failure: string;
  success?: string;
};

const noProblem: Pick<Problem, 'fields' | 'note'> = { fields: {} };

/** Checks and sends an account form, and shows the result as a toast. */
export function useAccountForm<Form>({ read, check, isIdle, send, failure, success }: Steps<Form>) {
  const [problem, setProblem] = useState(noProblem);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const element = event.currentTarget;
    const form = read(new FormData(element));
    if (isIdle?.(form)) return setProblem(noProblem);
    setBusy(true);
    const found = await attempt(form, element);
    setBusy(false);
    setProblem(found ?? noProblem);
    if (!found) return success === undefined ? undefined : notify.success(success);
    await notify.error({ description: found.message, ...(found.title !== undefined && { title: found.title }) });
    element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function attempt(form: Form, element: HTMLFormElement): Promise<Problem | null> {
    try {
      const found = await check(form);
      if (!found) await send(form, element);
      return found;
    } catch (error) {
      return refusalProblem(error, failure);
    }
  }

  return { problems: problem.fields, note: problem.note, busy, submit };
}

/** The toast of an action without fields: it shows the error, or that no user is signed in. */
export function notifyFailure(error: unknown, failure: string) {
  const nobody = isIdentityError(error, 'no-user');
  return notify.error(nobody ? { title: error.message, description: failure } : failure);
}

export function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

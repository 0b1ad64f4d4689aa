import { notify } from '../../ui/toasts/notify.ts';

/** Runs a change, after another sign-in if the last one is too old, and reads the second factors again. */
export type ChangeSecondFactor = (action: () => Promise<unknown>) => Promise<void>;

/** Shows why a change was refused. */
export async function notifyRefusal(error: unknown): Promise<void> {
  await notify.error(error instanceof Error ? error.message : 'Something went wrong. Try again in a moment.');
}

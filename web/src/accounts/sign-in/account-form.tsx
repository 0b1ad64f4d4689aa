import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { useAccountForm } from './use-account-form.ts';

type Props = Omit<ReturnType<typeof useAccountForm>, 'problems'> & {
  /** The button's text. */
  action: string;
  /** Whether the page has several forms; the button is then only as wide as its text. */
  small?: boolean;
  children: ReactNode;
  below?: ReactNode;
};

/** The fields, an error that belongs to no single field, and the button. */
export function AccountForm({ note, busy, submit, action, small = false, children, below }: Props) {
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {children}
      {note && (
        <p
          role="alert"
          className="rounded-lg border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger-ink"
        >
          {note}
        </p>
      )}
      <Button type="submit" busy={busy} className={small ? 'justify-self-start' : 'mt-1 h-11 w-full'}>
        {action}
      </Button>
      {below}
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { isRequestError } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { type Span, useHandoverMail } from './handover.queries.ts';

/** Sends the hand-over to people who have an account here. */
export function HandoverMailForm({ span }: { span: Span }) {
  const { mutate, isPending } = useHandoverMail();
  const [addresses, setAddresses] = useState('');
  const [problem, setProblem] = useState<string>();

  function send(event: FormEvent) {
    event.preventDefault();
    const recipients = addresses.split(/[\s,;]+/).filter((address) => address !== '');
    if (recipients.length === 0) return setProblem('Enter at least one address');
    setProblem(undefined);
    mutate(
      { ...span, recipients },
      {
        onSuccess: () => notify.success({ title: 'Hand-over sent', description: `To ${recipients.join(', ')}` }),
        onError: (error) => {
          setProblem(error.message);
          if (!isRequestError(error) || error.field === undefined) notify.error(error.message);
        },
      },
    );
  }

  return (
    <Card className="p-4 sm:p-5">
      <form noValidate onSubmit={send} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Mail to the next shift"
          type="text"
          inputMode="email"
          autoComplete="off"
          hint="Addresses of accounts here, separated by commas"
          value={addresses}
          problem={problem}
          onChange={({ target }) => setAddresses(target.value)}
          className="min-w-0 grow"
        />
        <Button type="submit" busy={isPending} className="h-11 max-sm:w-full">
          Send Hand-over
        </Button>
      </form>
    </Card>
  );
}

import type { InvitedAnswer } from '@vedette/contract/invitation';
import { ROLE_DEFAULT, type Role } from '@vedette/contract/roles';
import { type SubmitEvent, useState } from 'react';
import { isRequestError } from '../api/request.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { SelectField } from '../ui/fields/select-field.tsx';
import { TextField } from '../ui/fields/text-field.tsx';
import { notify } from '../ui/toasts/notify.ts';
import { useInvite } from './invitations.queries.ts';
import { RoleOptions } from './role-options.tsx';

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      title="Invite a person"
      description="A mail with a link goes to the address. The link works once and for 72 hours, also when registration is closed."
      onClose={onClose}
    >
      <InviteForm onInvited={onClose} />
    </Dialog>
  );
}

function InviteForm({ onInvited }: { onInvited: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>(ROLE_DEFAULT);
  const [problem, setProblem] = useState<string>();
  const invite = useInvite();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (invite.isPending) return;
    const form = event.currentTarget;
    setProblem(undefined);
    try {
      announceInvitation(await invite.mutateAsync({ email: email.trim(), role }));
      onInvited();
    } catch (error) {
      const message = error instanceof Error ? error.message : 'The invitation could not be sent';
      if (isRequestError(error) && error.field === 'email')
        setProblem(error.code === 'EMAIL_TAKEN' ? message : 'This is not a mail address');
      else await notify.error(message);
      form.querySelector<HTMLElement>('input')?.focus();
    }
  }

  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      <TextField
        label="Email"
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        problem={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField label="Role" value={role} onChange={(event) => setRole(event.target.value as Role)}>
        <RoleOptions />
      </SelectField>
      <Button type="submit" busy={invite.isPending} className="justify-self-start">
        Send Invitation
      </Button>
    </form>
  );
}

/** Without a mail server nothing reaches the person, which must not look like success. */
export function announceInvitation({ invitation: { email }, mail_server: isMailed }: InvitedAnswer) {
  if (isMailed) void notify.success(`${email} is invited`);
  else
    void notify.warning(
      `No mail server is set (SMTP_URL): the mail to ${email} is in the folder outbox of the server's data folder`,
    );
}

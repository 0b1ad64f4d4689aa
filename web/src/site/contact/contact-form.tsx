import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from '@vedette/contract/limits';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useContactForm } from './use-contact-form.ts';

export function ContactForm() {
  const { problem, busy, submit } = useContactForm();
  const problemOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={CONTACT_NAME_MAX}
          required
          problem={problemOf('name')}
        />
        <TextField label="Email" name="email" type="email" autoComplete="email" required problem={problemOf('email')} />
      </div>
      <TextArea
        label="Message"
        name="message"
        rows={7}
        maxLength={CONTACT_MESSAGE_MAX}
        required
        problem={problemOf('message')}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" size="large" busy={busy}>
          Send Message
        </Button>
        {problem && <p className="text-sm text-danger-ink">Not sent: {problem.message}. Your words are still here.</p>}
      </div>
    </form>
  );
}

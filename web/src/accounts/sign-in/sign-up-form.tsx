import { TextField } from '../../ui/fields/text-field.tsx';
import { useAuth } from '../auth-context.ts';
import { usePublicConfig } from '../use-public-config.ts';
import { acceptedDomains } from './accepted-domains.ts';
import { AccountForm } from './account-form.tsx';
import { checkSignup, domainWords } from './credentials.rules.ts';
import { type EmailDraft, EmailField } from './email-field.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { text, useAccountForm } from './use-account-form.ts';

type Props = {
  action: string;
  draft: EmailDraft;
  nameLabel: string;
  /** Whether the 'all fields' rule includes name and confirmation. */
  allFields: boolean;
  failure: string;
  onSignedUp?: () => void;
};

export function SignUpForm({ action, draft, nameLabel, allFields, failure, onSignedUp }: Props) {
  const { signup } = useAuth();
  const domains = usePublicConfig()?.allowed_email_domains;
  const { problems, ...form } = useAccountForm({
    read: (data) => ({
      name: text(data, 'name'),
      email: text(data, 'email').trim(),
      password: text(data, 'password'),
      confirmation: text(data, 'confirmation'),
    }),
    check: async (form) => checkSignup(form, { allFields, domains: await acceptedDomains() }),
    async send({ email, password }) {
      await signup({ email, password });
      onSignedUp?.();
    },
    failure,
    success: 'Account created successfully',
  });
  return (
    <AccountForm {...form} action={action}>
      <TextField label={nameLabel} name="name" autoComplete="name" problem={problems.name} />
      <EmailField draft={draft} problem={problems.email} hint={domains && domainWords(domains)} />
      <NewPasswordFields label="Password" problems={problems} />
    </AccountForm>
  );
}

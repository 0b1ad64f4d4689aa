import { useState } from 'react';
import { Navigate } from 'react-router';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { useAuth } from '../auth-context.ts';
import { namingDomains } from './accepted-domains.ts';
import { AccountForm } from './account-form.tsx';
import { checkRegistration } from './credentials.rules.ts';
import { LoginLink } from './login-link.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { text, useAccountForm } from './use-account-form.ts';

/** The standalone form. It redirects to the home page after registration, and to the dashboard if a user is signed in already. */
export function RegisterPage() {
  const { currentUser, signup } = useAuth();
  const [registering, setRegistering] = useState(false);
  const { problems, ...form } = useAccountForm({
    read: (data) => ({
      email: text(data, 'email').trim(),
      password: text(data, 'password'),
      confirmation: text(data, 'confirmation'),
    }),
    check: checkRegistration,
    async send({ email, password }) {
      setRegistering(true);
      await signup({ email, password }).catch(async (error: unknown) => {
        setRegistering(false);
        throw await namingDomains(error);
      });
    },
    failure: 'Failed to create an account',
    success: 'Account created successfully',
  });

  if (currentUser) return <Navigate to={registering ? '/' : '/dashboard'} replace />;
  return (
    <div className="page-width max-w-md! py-10 sm:py-16">
      <PageHead
        title="Register · Vedette"
        description="Create an account with nothing but an address and a password."
      />
      <h1 className="text-center text-2xl font-semibold tracking-tight">Create account</h1>
      <p className="mt-2 text-center text-sm text-muted">One account per person on watch.</p>
      <Card className="mt-6 p-5 sm:p-6">
        <AccountForm {...form} action="Register">
          <TextField label="Email" name="email" type="email" autoComplete="username" problem={problems.email} />
          <NewPasswordFields label="Password" problems={problems} />
        </AccountForm>
      </Card>
      <LoginLink />
    </div>
  );
}

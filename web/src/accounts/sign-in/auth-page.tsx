import { Tabs } from '@base-ui/react/tabs';
import { IconInfoCircle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { showFace } from '../../ui/pages/show-face.ts';
import { useAuth } from '../auth-context.ts';
import { authWarning } from './auth-warning.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useEmailDraft } from './use-email-draft.ts';

const tabLook =
  'h-9 grow rounded-md px-4 text-sm font-medium text-muted hover:text-ink data-active:bg-raised data-active:text-ink data-active:shadow-card';

export function AuthPage() {
  const { currentUser } = useAuth();
  const [query] = useSearchParams();
  const warning = authWarning(query);
  const [forgotten, setForgotten] = useState(false);
  const signIn = useRef<HTMLDivElement>(null);
  const draft = useEmailDraft();
  const [tab, setTab] = useState<'in' | 'up'>(warning ? 'up' : 'in');
  if (currentUser) return <Navigate to="/dashboard" replace />;
  return (
    <div className="page-width max-w-md! py-10 sm:py-16">
      <PageHead
        title="Sign in · Vedette"
        description="Sign in, or sign up, to see on the dashboard what the cameras of your site report."
      />
      <h1 className="text-center text-2xl font-semibold tracking-tight">
        {tab === 'in' ? 'Sign in' : 'Create account'}
      </h1>
      <p className="mt-2 text-center text-sm text-muted">The dashboard is for signed-in people only.</p>
      {warning && (
        <Alert tone="info" className="mt-6" icon={<IconInfoCircle size="1.25rem" aria-hidden="true" />}>
          {warning}
        </Alert>
      )}
      <Card className="mt-6 p-5 sm:p-6">
        <Tabs.Root value={tab} onValueChange={setTab}>
          <Tabs.List activateOnFocus className="flex gap-1 rounded-lg bg-sunken p-1" aria-label="Account">
            <Tabs.Tab value="in" className={tabLook}>
              Sign In
            </Tabs.Tab>
            <Tabs.Tab value="up" className={tabLook}>
              Sign Up
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel ref={signIn} value="in" className="pt-5">
            {forgotten ? (
              <ForgotPasswordForm draft={draft}>
                <BackToSignIn onClick={() => showFace(signIn, () => setForgotten(false))} />
              </ForgotPasswordForm>
            ) : (
              <SignInForm
                action="Sign In"
                draft={draft}
                onForgotten={() => showFace(signIn, () => setForgotten(true))}
              />
            )}
          </Tabs.Panel>
          <Tabs.Panel value="up" className="pt-5">
            <SignUpForm
              action="Sign Up"
              draft={draft}
              nameLabel="Full Name"
              allFields
              failure="Failed to create account. Please try again."
            />
          </Tabs.Panel>
        </Tabs.Root>
      </Card>
      <p className="mt-6 text-center text-sm text-muted">
        Trouble getting in?{' '}
        <Link to="/contact" className="font-medium text-accent underline underline-offset-4">
          Contact us
        </Link>
      </p>
    </div>
  );
}

function BackToSignIn({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="quiet" size="small" className="justify-self-center text-accent!" onClick={onClick}>
      Back to sign in
    </Button>
  );
}

import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { showFace } from '../../ui/pages/show-face.ts';
import { ForgotPasswordForm } from './forgot-password-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SocialButtons } from './social-buttons.tsx';
import { useEmailDraft } from './use-email-draft.ts';

type Props = { open: boolean; onClose: () => void; onSignedIn: () => void };

/** The modal of 'Login' in the navigation and of /login: it signs in, registers, and requests a password reset. */
export function LoginDialog({ open, onClose, onSignedIn }: Props) {
  const [mode, setMode] = useState<keyof typeof faces>('login');
  const draft = useEmailDraft();
  const content = useRef<HTMLDivElement>(null);
  const { title, description, question, other, otherMode } = faces[mode];
  return (
    <Dialog open={open} title={title} description={description} onClose={onClose}>
      <div ref={content} className="mt-6 grid gap-5">
        {mode === 'login' && (
          <SignInForm
            action="Login"
            draft={draft}
            onSignedIn={onSignedIn}
            onForgotten={() => showFace(content, () => setMode('forgotten'))}
          />
        )}
        {mode === 'register' && (
          <SignUpForm
            action="Register"
            draft={draft}
            nameLabel="Name"
            allFields={false}
            failure="Failed to create account"
            onSignedUp={onSignedIn}
          />
        )}
        {mode === 'forgotten' && <ForgotPasswordForm draft={draft} />}
        <p className="flex items-center justify-center gap-1 text-sm text-muted">
          {question}
          <Button variant="quiet" size="small" className="text-accent!" onClick={() => setMode(otherMode)}>
            {other}
          </Button>
        </p>
        {mode !== 'forgotten' && (
          <>
            <div className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
              or
            </div>
            <SocialButtons onSignedIn={onSignedIn} />
          </>
        )}
      </div>
    </Dialog>
  );
}

const faces = {
  login: {
    title: 'Log in to Vedette',
    description: 'To the detections of your site.',
    question: 'No account yet?',
    other: 'Register',
    otherMode: 'register',
  },
  register: {
    title: 'Create your account',
    description: 'One account per person on watch.',
    question: 'You have an account?',
    other: 'Login',
    otherMode: 'login',
  },
  forgotten: {
    title: 'Reset your password',
    description: 'We send you a link with which you choose a new one.',
    question: 'You remember it?',
    other: 'Login',
    otherMode: 'login',
  },
} as const;

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SocialButtons } from './social-buttons.tsx';

type Props = { open: boolean; onClose: () => void; onSignedIn: () => void };

/** The modal behind 'Login' in the navigation and behind /login, with its two modes. */
export function LoginDialog({ open, onClose, onSignedIn }: Props) {
  const [mode, setMode] = useState<'login' | 'register'>('login');
  const face = faces[mode];
  return (
    <Dialog open={open} title={face.title} description={face.description} onClose={onClose}>
      <div className="mt-6 grid gap-5">
        {mode === 'login' ? (
          <SignInForm submit="Login" onSignedIn={onSignedIn} />
        ) : (
          <SignUpForm
            submit="Register"
            nameLabel="Name"
            allFields={false}
            failure="Failed to create account"
            onSignedUp={onSignedIn}
          />
        )}
        <p className="flex items-center justify-center gap-1 text-sm text-muted">
          {face.question}
          <Button
            variant="quiet"
            size="small"
            className="text-accent!"
            onClick={() => setMode(mode === 'login' ? 'register' : 'login')}
          >
            {face.other}
          </Button>
        </p>
        <div className="flex items-center gap-3 text-xs text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or
        </div>
        <SocialButtons />
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
  },
  register: {
    title: 'Create your account',
    description: 'One account per person on watch.',
    question: 'You have an account?',
    other: 'Login',
  },
} as const;

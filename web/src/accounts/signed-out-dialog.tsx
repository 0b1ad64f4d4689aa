import { Dialog as Base } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogFrame } from '../ui/dialogs/dialog-frame.tsx';
import { showFace } from '../ui/pages/show-face.ts';
import { ForgotPasswordForm } from './sign-in/forgot-password-form.tsx';
import { SignInForm } from './sign-in/sign-in-form.tsx';
import { SocialButtons } from './sign-in/social-buttons.tsx';
import { useEmailDraft } from './sign-in/use-email-draft.ts';

const hoursAndMinutes = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Covers a page whose session has ended. Only signing in closes it. */
export function SignedOutDialog({ at }: { at: number }) {
  const [forgotten, setForgotten] = useState(false);
  const draft = useEmailDraft();
  const content = useRef<HTMLDivElement>(null);
  const turnTo = (next: boolean) => showFace(content, () => setForgotten(next));
  return (
    <DialogFrame open className="max-w-md" onClose={() => undefined}>
      <Base.Title className="text-xl font-semibold tracking-tight text-danger-ink">
        <span role="alert">You were signed out at {hoursAndMinutes.format(at)}. Nothing is being watched.</span>
      </Base.Title>
      <Base.Description className="mt-1 text-sm text-muted">
        What stands behind this is from before. Log in to go on where you were.
      </Base.Description>
      <AlonePopup />
      <div ref={content} className="mt-6 grid gap-5">
        {forgotten ? (
          <>
            <ForgotPasswordForm draft={draft} />
            <Button variant="quiet" size="small" className="text-accent!" onClick={() => turnTo(false)}>
              Login
            </Button>
          </>
        ) : (
          <>
            <SignInForm action="Login" draft={draft} onForgotten={() => turnTo(true)} />
            <SocialButtons onSignedIn={() => undefined} />
          </>
        )}
      </div>
    </DialogFrame>
  );
}

/** Makes the page and every other dialog inert, and blocks their keyboard shortcuts. */
function AlonePopup() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (document.fullscreenElement) void document.exitFullscreen();
    const others = [...document.querySelectorAll<HTMLElement>('body > :not(#root)')].filter(
      (it) => !it.inert && !it.contains(place.current),
    );
    for (const other of others) other.inert = true;
    const keepOpen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', keepOpen, { capture: true });
    return () => {
      for (const other of others) other.inert = false;
      window.removeEventListener('keydown', keepOpen, { capture: true });
    };
  }, []);
  return <span ref={place} hidden />;
}

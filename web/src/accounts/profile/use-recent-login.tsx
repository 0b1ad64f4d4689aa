import { type ReactNode, useState } from 'react';
import { isRequestError } from '../../api/request.ts';
import { isIdentityError } from '../identity/identity-error.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

/** Runs an action; when it needs a more recent sign-in, asks for one and runs it again. */
export type WithRecentLogin = (action: () => Promise<void>) => Promise<void>;

type Question = { answer: () => void; refuse: (reason: unknown) => void };

export function useRecentLogin(): { withRecentLogin: WithRecentLogin; dialog: ReactNode } {
  const [question, setQuestion] = useState<Question | null>(null);

  async function withRecentLogin(action: () => Promise<void>) {
    try {
      await action();
    } catch (tooLongAgo) {
      if (!isTooLongAgo(tooLongAgo)) throw tooLongAgo;
      try {
        await new Promise<void>((answer, refuse) => setQuestion({ answer, refuse }));
      } finally {
        setQuestion(null);
      }
      await action();
    }
  }

  const dialog = question && (
    <SignInAgainDialog onSignedIn={question.answer} onGivenUp={(reason) => question.refuse(reason)} />
  );
  return { withRecentLogin, dialog };
}

/** As the identity port says it, or as the server does to calls that do not go through the port. */
function isTooLongAgo(error: unknown): boolean {
  return (
    isIdentityError(error, 'requires-recent-login') || (isRequestError(error) && error.code === 'REQUIRES_RECENT_LOGIN')
  );
}

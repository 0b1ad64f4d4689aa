import { type ReactNode, useState } from 'react';
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
      if (!isIdentityError(tooLongAgo, 'requires-recent-login')) throw tooLongAgo;
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

import type { ContactMessage } from '@vedette/contract/contact';
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from '@vedette/contract/limits';
import { type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRequestError, request } from '../../api/request.ts';
import { notify } from '../../ui/toasts/notify.ts';

/** The error message of each field. The server's own messages are written for API clients. */
const words: Record<string, string> = {
  name: `Enter your name, in up to ${CONTACT_NAME_MAX} characters`,
  email: 'Enter the address that we answer to, in full',
  message: `Write a message of up to ${CONTACT_MESSAGE_MAX} characters`,
};

type Problem = { message: string; field: string | undefined };

/** Sends the message and shows a toast. The form is reset only when the server has accepted the message. */
export function useContactForm() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    const form = event.currentTarget;
    setBusy(true);
    const found = await attempt(readMessage(new FormData(form)));
    sending.current = false;
    flushSync(() => {
      setBusy(false);
      setProblem(found);
    });
    if (found) {
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      await notify.error({ title: 'Message not sent', description: found.message });
    } else {
      form.reset();
      await notify.success({ title: 'Message sent', description: 'Thank you. We will answer by mail.' });
    }
  }

  return { problem, busy, submit };
}

async function attempt(message: ContactMessage): Promise<Problem | null> {
  try {
    await request('/contact', { method: 'POST', body: message });
    return null;
  } catch (error) {
    if (!isRequestError(error)) throw error;
    const inWords = words[error.field ?? ''];
    return { message: inWords ?? error.message, field: error.field };
  }
}

function readMessage(data: FormData): ContactMessage {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return { name: text('name'), email: text('email'), message: text('message') };
}

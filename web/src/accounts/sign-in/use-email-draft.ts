import { useState } from 'react';
import type { EmailDraft } from './email-field.tsx';

export function useEmailDraft(): EmailDraft {
  const [email, onChange] = useState('');
  return { email, onChange };
}

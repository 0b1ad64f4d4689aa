import { type IdentityReason, isIdentityError } from '../identity/identity-error.ts';

/** The errors of a form: the toast's sentence, and messages at the fields or below them. */
export type Problem = {
  title?: string;
  message: string;
  fields: Partial<Record<FieldName, string>>;
  note?: string;
};
export type FieldName = 'name' | 'email' | 'password' | 'confirmation';

export function checkLogin({ email, password }: { email: string; password: string }): Problem | null {
  const fields = missing({ email, password });
  return fields && { message: 'Please enter both email and password', fields };
}

export type SignupForm = { name: string; email: string; password: string; confirmation: string };

/**
 * @param options.allFields whether name and confirmation must be filled in as well (the page) or not (the modal)
 * @param options.domains the mail domains that the server accepts; null when they are unknown
 */
export function checkSignup(
  form: SignupForm,
  { allFields, domains }: { allFields: boolean; domains: readonly string[] | null },
): Problem | null {
  const fields = missing(allFields ? form : { email: form.email, password: form.password });
  if (fields) return { message: 'Please fill in all fields', fields };
  if (domains && !hasDomain(form.email, domains)) {
    const examples = domains.slice(0, 3).join(', ');
    return {
      message: `Please use a valid email domain (e.g., ${examples})`,
      fields: { email: domainWords(domains) },
    };
  }
  return checkMatch(form);
}

/** The message at an address that is refused for its domain. */
export function domainWords(domains: readonly string[]): string {
  return `Accepted here: ${domains.join(', ')}`;
}

/** The standalone form lets the server check the domain. */
export function checkRegistration(form: Omit<SignupForm, 'name'>): Problem | null {
  const fields = missing({ email: form.email, password: form.password });
  return fields ? { message: 'Please fill in all fields', fields } : checkMatch(form);
}

export function checkNewPassword(form: { password: string; confirmation: string }): Problem | null {
  if (form.password === '') return { message: noMatch, fields: { password: words.password } };
  return checkMatch(form);
}

export function checkAddress(email: string): Problem | null {
  return email === '' ? { message: 'Please enter your email address', fields: { email: words.email } } : null;
}

const noMatch = 'Passwords do not match';

function checkMatch({ password, confirmation }: { password: string; confirmation: string }): Problem | null {
  return password === confirmation
    ? null
    : { message: noMatch, fields: { confirmation: 'This differs from the password above' } };
}

export function hasDomain(email: string, domains: readonly string[]): boolean {
  const [local, domain, ...rest] = email.trim().toLowerCase().split('@');
  return (
    Boolean(local) && rest.length === 0 && domain !== undefined && domains.some((it) => it.toLowerCase() === domain)
  );
}

/** The refusals that belong to one field; all others are shown below the form. */
const fieldOf: Partial<Record<IdentityReason, FieldName>> = {
  'email-taken': 'email',
  'email-invalid': 'email',
  'email-refused': 'email',
  'password-too-short': 'password',
  'password-too-long': 'password',
};
/** The form shows only the toast for these reasons. */
const silent: ReadonlySet<IdentityReason> = new Set(['requires-recent-login', 'failed', 'no-user']);

/** @param failure the toast's sentence */
export function refusalProblem(error: unknown, failure: string): Problem {
  if (!isIdentityError(error) || silent.has(error.reason)) {
    const title = isIdentityError(error, 'no-user') ? { title: error.message } : {};
    return { ...title, message: failure, fields: {} };
  }
  const field = fieldOf[error.reason];
  if (field) return { message: failure, fields: { [field]: error.message } };
  return { message: failure, fields: {}, note: error.message };
}

const words: Record<FieldName, string> = {
  name: 'Enter your name',
  email: 'Enter your email address',
  password: 'Enter a password',
  confirmation: 'Repeat the password',
};

/** Names and addresses are trimmed; a password may consist of blanks. */
function missing({ name, email, ...passwords }: Partial<Record<FieldName, string>>): Problem['fields'] | null {
  const values = { name: name?.trim(), email: email?.trim(), ...passwords };
  const fields: Problem['fields'] = {};
  for (const field of ['name', 'email', 'password', 'confirmation'] as const) {
    if (values[field] === '') fields[field] = words[field];
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

/** What is wrong with a filled-in form: the sentence for the toast, and a word at each field concerned. */
export type Problem = { message: string; fields: Partial<Record<FieldName, string>> };
export type FieldName = 'name' | 'email' | 'password' | 'confirmation';

export function checkLogin({ email, password }: { email: string; password: string }): Problem | null {
  const fields = missing({ email, password });
  return fields && { message: 'Please enter both email and password', fields };
}

export type SignupForm = { name: string; email: string; password: string; confirmation: string };

/**
 * @param options.allFields whether name and confirmation must be filled in as well (the page) or not (the modal)
 * @param options.domains the mail domains that the server accepts; null when it could not be asked and will decide itself
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
      fields: { email: `Accepted here: ${domains.join(', ')}` },
    };
  }
  if (form.password !== form.confirmation) {
    return { message: 'Passwords do not match', fields: { confirmation: 'This differs from the password above' } };
  }
  return null;
}

export function hasDomain(email: string, domains: readonly string[]): boolean {
  const [local, domain, ...rest] = email.trim().toLowerCase().split('@');
  return (
    Boolean(local) && rest.length === 0 && domain !== undefined && domains.some((it) => it.toLowerCase() === domain)
  );
}

/** The server's refusals that belong to one field, in words for it. */
export function fieldProblem(code: string): Problem['fields'] {
  switch (code) {
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return { email: 'There is an account with this address already' };
    case 'INVALID_EMAIL':
      return { email: 'This is not a mail address' };
    case 'PASSWORD_TOO_SHORT':
      return { password: 'Too short: use at least 8 characters' };
    case 'PASSWORD_TOO_LONG':
      return { password: 'Too long: use at most 128 characters' };
    default:
      return {};
  }
}

const words: Record<FieldName, string> = {
  name: 'Enter your name',
  email: 'Enter your email address',
  password: 'Enter a password',
  confirmation: 'Repeat the password',
};

function missing(values: Partial<Record<FieldName, string>>): Problem['fields'] | null {
  const fields: Problem['fields'] = {};
  for (const name of ['name', 'email', 'password', 'confirmation'] as const) {
    if (values[name]?.trim() === '') fields[name] = words[name];
  }
  return Object.keys(fields).length > 0 ? fields : null;
}

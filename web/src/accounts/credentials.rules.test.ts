import { describe, expect, it } from 'vitest';
import { checkLogin, checkSignup, fieldProblem, hasDomain } from './credentials.rules.ts';

const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'proton.me'];
const form = { name: 'Ada', email: 'ada@gmail.com', password: 'correct horse', confirmation: 'correct horse' };

describe('login', () => {
  it('needs both fields, and marks the one that is missing', () => {
    expect(checkLogin({ email: ' ', password: 'x' })).toEqual({
      message: 'Please enter both email and password',
      fields: { email: 'Enter your email address' },
    });
    expect(checkLogin({ email: 'ada@gmail.com', password: 'x' })).toBeNull();
  });
});

describe('signup', () => {
  it('on the page needs all four fields', () => {
    const problem = checkSignup({ ...form, name: '', confirmation: '' }, { allFields: true, domains });
    expect(problem?.message).toBe('Please fill in all fields');
    expect(Object.keys(problem?.fields ?? {})).toEqual(['name', 'confirmation']);
  });

  it('in the modal does not read the name', () => {
    expect(checkSignup({ ...form, name: '' }, { allFields: false, domains })).toBeNull();
    expect(checkSignup({ ...form, email: '' }, { allFields: false, domains })?.message).toBe(
      'Please fill in all fields',
    );
  });

  it('takes the accepted mail domains only, and names examples', () => {
    expect(checkSignup({ ...form, email: 'ada@example.org' }, { allFields: true, domains })?.message).toBe(
      'Please use a valid email domain (e.g., gmail.com, yahoo.com, outlook.com)',
    );
  });

  it('leaves the domain to the server when the list is not known', () => {
    expect(checkSignup({ ...form, email: 'ada@example.org' }, { allFields: true, domains: null })).toBeNull();
  });

  it('needs the password twice', () => {
    expect(checkSignup({ ...form, confirmation: 'other' }, { allFields: true, domains })?.message).toBe(
      'Passwords do not match',
    );
    expect(checkSignup({ ...form, confirmation: '' }, { allFields: false, domains })?.message).toBe(
      'Passwords do not match',
    );
  });

  it('compares the domain whatever its case, and the whole of it', () => {
    expect(hasDomain('Ada@GMail.com', domains)).toBe(true);
    expect(
      ['ada@notgmail.com', 'ada@gmail.com.evil.org', '@gmail.com', 'gmail.com', 'a@b@gmail.com'].some((it) =>
        hasDomain(it, domains),
      ),
    ).toBe(false);
  });
});

it("puts the server's refusal at its field", () => {
  expect(fieldProblem('PASSWORD_TOO_SHORT')).toHaveProperty('password');
  expect(fieldProblem('SOMETHING_ELSE')).toEqual({});
});

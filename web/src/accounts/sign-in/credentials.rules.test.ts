import { describe, expect, it } from 'vitest';
import { identityError } from '../identity/identity-error.ts';
import {
  checkLogin,
  checkNewPassword,
  checkRegistration,
  checkSignup,
  hasDomain,
  refusalProblem,
} from './credentials.rules.ts';

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

  it('accepts a password of blanks', () => {
    const password = ' '.repeat(8);
    expect(checkNewPassword({ password, confirmation: password })).toBeNull();
    expect(checkSignup({ ...form, password, confirmation: password }, { allFields: true, domains })).toBeNull();
    expect(checkRegistration({ email: form.email, password, confirmation: password })).toBeNull();
    expect(checkLogin({ email: form.email, password })).toBeNull();
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

  it('accepts the allowed mail domains only, and names examples', () => {
    expect(checkSignup({ ...form, email: 'ada@example.org' }, { allFields: true, domains })?.message).toBe(
      'Please use a valid email domain (e.g., gmail.com, yahoo.com, outlook.com)',
    );
  });

  it('accepts every domain when the list is not loaded', () => {
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

  it('compares the whole domain, without case', () => {
    expect(hasDomain('Ada@GMail.com', domains)).toBe(true);
    expect(
      ['ada@notgmail.com', 'ada@gmail.com.evil.org', '@gmail.com', 'gmail.com', 'a@b@gmail.com'].some((it) =>
        hasDomain(it, domains),
      ),
    ).toBe(false);
  });
});

describe('standalone registration', () => {
  it('needs address and password, and the password twice, and asks for no domain', () => {
    const problem = checkRegistration({ email: '', password: '', confirmation: '' });
    expect(problem?.message).toBe('Please fill in all fields');
    expect(Object.keys(problem?.fields ?? {})).toEqual(['email', 'password']);
    expect(checkRegistration({ ...form, confirmation: 'other' })?.message).toBe('Passwords do not match');
    expect(checkRegistration({ ...form, email: 'ada@example.org' })).toBeNull();
  });
});

describe('a new password', () => {
  it('is required and must match its repetition', () => {
    expect(checkNewPassword({ password: '', confirmation: '' })).toMatchObject({
      message: 'Passwords do not match',
      fields: { password: 'Enter a password' },
    });
    expect(checkNewPassword({ password: 'a', confirmation: 'b' })?.fields).toHaveProperty('confirmation');
    expect(checkNewPassword({ password: 'a', confirmation: 'a' })).toBeNull();
  });
});

describe('a refusal', () => {
  it('is shown at its field, or below the form', () => {
    expect(refusalProblem(identityError('password-too-short'), 'Failed')).toMatchObject({
      message: 'Failed',
      fields: { password: expect.stringContaining('Too short') },
    });
    expect(refusalProblem(identityError('rate-limited', 42), 'Failed').note).toBe(
      'Too many attempts. Try again in 42 seconds.',
    );
  });

  it('says so when nobody is signed in', () => {
    expect(refusalProblem(identityError('no-user'), 'Failed')).toEqual({
      title: 'No user logged in',
      message: 'Failed',
      fields: {},
    });
  });

  it('of an unknown kind contains only the message', () => {
    expect(refusalProblem(new TypeError('x'), 'Failed')).toEqual({ message: 'Failed', fields: {} });
  });
});

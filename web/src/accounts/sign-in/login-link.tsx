import { Link } from 'react-router';

/** Below a form that makes an account. */
export function LoginLink() {
  return (
    <p className="mt-6 text-center text-sm text-muted">
      You have an account?{' '}
      <Link to="/login" className="font-medium text-accent underline underline-offset-4">
        Log in
      </Link>
    </p>
  );
}

import { useAuth, useAuthExtras } from '../accounts/auth-context.ts';
import { AuthTestPage } from '../test-pages/auth/auth-test-page.tsx';

/** The auth test uses the same context as every other page. */
export function AuthTestRoute() {
  const auth = useAuth();
  const { recheck } = useAuthExtras();
  return <AuthTestPage auth={{ ...auth, recheck }} />;
}

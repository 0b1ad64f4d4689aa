import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notify.ts';
import { useAuth } from './auth-context.ts';

export function SocialButtons() {
  const { loginWithGoogle } = useAuth();
  return (
    <div className="grid gap-2">
      <Button
        variant="outline"
        className="h-11 w-full"
        onClick={() => {
          loginWithGoogle().catch((error: unknown) => {
            const reason = error instanceof Error ? error.message : '';
            notify.error({ title: 'Failed to log in with Google', description: reason });
          });
        }}
      >
        <IconBrandGoogle size="1.1rem" aria-hidden="true" />
        Continue with Google
      </Button>
      <Button variant="outline" className="h-11 w-full" disabled>
        <IconBrandGithub size="1.1rem" aria-hidden="true" />
        Continue with GitHub
      </Button>
    </div>
  );
}

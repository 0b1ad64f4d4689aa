/** Why a form was refused, when no single field is to blame. */
export function FormNote({ children }: { children: string | undefined }) {
  if (!children) return null;
  return (
    <p role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-3 py-2 text-sm text-danger-ink">
      {children}
    </p>
  );
}

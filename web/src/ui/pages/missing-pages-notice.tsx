import { useMissingPages } from './missing-pages.ts';

/** Names the pages that failed to load. They are retried while the screen keeps its content. */
export function MissingPagesNotice() {
  const missing = useMissingPages();
  return (
    <div
      role="status"
      aria-label="Missing pages"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 mx-auto max-w-md"
    >
      {missing.map((title) => (
        <p
          key={title}
          className="rounded-xl border border-danger-line bg-danger-soft px-4 py-3 text-sm text-danger-ink shadow-float"
        >
          {title} could not be loaded. Trying again…
        </p>
      ))}
    </div>
  );
}

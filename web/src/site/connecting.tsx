import { useEffect, useState } from 'react';

const QUIET_MS = 1_000;

/** Replaces the whole app until the session is known. It is empty at first, and shows a message after a while. */
export function Connecting() {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="grid min-h-dvh place-content-center p-6 text-muted">
      <p role="status">{long && 'Connecting…'}</p>
    </main>
  );
}

import { useEffect, useState } from 'react';

const QUIET_MS = 1_000;

/** Stands in for the whole app until it is known who is signed in: nothing at first, a word when that takes long. */
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

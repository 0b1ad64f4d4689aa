import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<Answer> = {
  answer: Answer | undefined;
  error: Error | undefined;
  busy: boolean;
  reload: () => Promise<void>;
};

/** Loads once, and again on demand. Without the query cache, which exists only around the pages that watch. */
export function useAnswer<Answer>(load: () => Promise<Answer>): Loaded<Answer> {
  const [state, setState] = useState<Omit<Loaded<Answer>, 'reload'>>({
    ...{ answer: undefined, error: undefined, busy: true },
  });
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    setState((before) => ({ ...before, busy: true }));
    const outcome = await load().then(
      (answer) => ({ answer, error: undefined }),
      (error: Error) => ({ error }),
    );
    if (own === latest.current) setState((before) => ({ ...before, ...outcome, busy: false }));
  }, [load]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return { ...state, reload };
}

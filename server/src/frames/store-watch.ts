const PROBE_MS = 1_000;

/**
 * Whoever finds a store lost has waited for it; the others need not. From then on every call fails at once, until the
 * store answers a question that is asked beside all work: at once, then each second.
 */
export function watchStore(options: { probe: () => Promise<void>; isLost: (error: unknown) => boolean }) {
  const { probe, isLost } = options;
  let lost: unknown;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    if (lost !== undefined) throw lost;
    try {
      return await call();
    } catch (error) {
      if (isLost(error) && lost === undefined) {
        lost = error;
        void probeUntilFound();
      }
      throw error;
    }
  }

  async function probeUntilFound() {
    try {
      await probe();
      lost = undefined;
    } catch {
      if (stopped) return;
      timer = setTimeout(probeUntilFound, PROBE_MS);
      timer.unref();
    }
  }

  return {
    ask,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

const PROBE_MS = 1_000;

/**
 * A circuit breaker. After a call has found the store lost, all calls fail at once, until a probe succeeds. Probes run
 * at once and then each second.
 */
export function circuitBreaker(options: { probe: () => Promise<void>; isLost: (error: unknown) => boolean }) {
  const { probe, isLost } = options;
  let lost: unknown;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function call<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    if (lost !== undefined) throw lost;
    try {
      return await request();
    } catch (error) {
      if (isLost(error) && lost === undefined) {
        lost = error;
        void probeUntilAnswered();
      }
      throw error;
    }
  }

  async function probeUntilAnswered() {
    try {
      await probe();
      lost = undefined;
    } catch {
      if (stopped) return;
      timer = setTimeout(probeUntilAnswered, PROBE_MS);
      timer.unref();
    }
  }

  return {
    call,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

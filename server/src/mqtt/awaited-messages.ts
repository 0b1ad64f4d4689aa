import type { MqttMessage } from './mqtt-message.ts';

type Waiting = { signal: AbortSignal; limitMs: number };
type Accept<T> = (message: MqttMessage) => Promise<T | null>;

export type AwaitedMessages = {
  receive: <T>(topic: string, waiting: Waiting, accept: Accept<T>) => Promise<T | null>;
  /** Returns whether somebody waits for messages of this topic. */
  give: (message: MqttMessage) => boolean;
};

type Parts = { subscribe: (topic: string) => void; unsubscribe: (topic: string) => void };

/** Single messages that somebody waits for, each on a topic of its own. */
export function awaitMessages({ subscribe, unsubscribe }: Parts): AwaitedMessages {
  const waiting = new Map<string, Set<(message: MqttMessage) => void>>();

  function listen(topic: string, listener: (message: MqttMessage) => void): () => void {
    const listeners = waiting.get(topic) ?? new Set();
    waiting.set(topic, listeners.add(listener));
    // Also for a second listener: the broker then sends again what it retains.
    subscribe(topic);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      waiting.delete(topic);
      unsubscribe(topic);
    };
  }

  return {
    async receive(topic, { signal, limitMs }, accept) {
      signal.throwIfAborted();
      const limit = AbortSignal.timeout(limitMs);
      const ended = AbortSignal.any([signal, limit]);
      let stopListening = () => {};
      try {
        return await new Promise((resolve) => {
          ended.addEventListener('abort', () => resolve(null), { once: true });
          stopListening = listen(topic, (message) => {
            accept(message).then(
              (accepted) => accepted !== null && resolve(accepted),
              () => undefined,
            );
          });
        });
      } finally {
        stopListening();
        signal.throwIfAborted();
      }
    },
    give(message) {
      const listeners = waiting.get(message.topic);
      for (const listener of listeners ?? []) listener(message);
      return listeners !== undefined;
    },
  };
}

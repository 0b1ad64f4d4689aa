import type { MqttMessage } from './mqtt-message.ts';

type WaitOptions = { signal: AbortSignal; limitMs: number };
type Accept<T> = (message: MqttMessage) => Promise<T | null>;

export type AwaitedMessages = {
  receive: <T>(topic: string, options: WaitOptions, accept: Accept<T>) => Promise<T | null>;
  /** Passes a message to the callers that wait for its topic. Returns whether there are any. */
  dispatch: (message: MqttMessage) => boolean;
};

type Parts = { subscribe: (topic: string) => void; unsubscribe: (topic: string) => void };

/** Waits for single messages, each on its own topic. */
export function createAwaitedMessages({ subscribe, unsubscribe }: Parts): AwaitedMessages {
  const listenersByTopic = new Map<string, Set<(message: MqttMessage) => void>>();

  function listen(topic: string, listener: (message: MqttMessage) => void): () => void {
    const listeners = listenersByTopic.get(topic) ?? new Set();
    listenersByTopic.set(topic, listeners.add(listener));
    // A second listener subscribes too, because the broker then sends its retained message again.
    subscribe(topic);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      listenersByTopic.delete(topic);
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
    dispatch(message) {
      const listeners = listenersByTopic.get(message.topic);
      for (const listener of listeners ?? []) listener(message);
      return listeners !== undefined;
    },
  };
}

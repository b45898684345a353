/** Latest values by topic with listeners per topic: a change of one topic wakes the listeners of that topic alone. */
export type TopicStore<Value> = {
  get(topic: string): Value | undefined;
  /** Stores a value; listeners hear of it at the next `flush`. */
  set(topic: string, value: Value): void;
  subscribe(topic: string, listener: () => void): () => void;
  /** Wakes the listeners of every topic that changed since the last flush. */
  flush(): void;
};

/** Makes an empty store. */
export function createTopicStore<Value>(): TopicStore<Value> {
  const values = new Map<string, Value>();
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  return {
    get: (topic) => values.get(topic),
    set(topic, value) {
      values.set(topic, value);
      changed.add(topic);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      set.add(listener);
      listeners.set(topic, set);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(topic);
      };
    },
    flush() {
      const topics = [...changed];
      changed.clear();
      for (const topic of topics) for (const listener of listeners.get(topic) ?? []) listener();
    },
  };
}

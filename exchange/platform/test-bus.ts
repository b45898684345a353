import { type Bus, BusFailure } from './bus';
import { answerOfReply, type Reply } from './bus-messages';

type Member = {
  isUp: boolean;
  listeners: Map<string, Set<(message: unknown) => void>>;
  servers: Map<string, (message: unknown) => Promise<Reply>>;
};

/** A way between processes of one test, without a server. `cut` takes one of them off the line, or puts it back. */
export function createTestNetwork() {
  const members = new Map<Bus, Member>();
  return {
    join(): Bus {
      const own: Member = { isUp: true, listeners: new Map(), servers: new Map() };
      const changes = new Set<(isUp: boolean) => void>();
      const others = () => [...members.values()].filter((member) => member !== own && member.isUp);
      const copy = (message: unknown) => JSON.parse(JSON.stringify(message)) as unknown;
      const bus: Bus = {
        isAlone: false,
        isUp: () => own.isUp,
        publish(subject, message) {
          if (own.isUp) for (const { listeners } of others()) for (const tell of listeners.get(subject) ?? []) tell(copy(message));
        },
        subscribe(subject, schema, listener) {
          const tell = (message: unknown) => listener(schema.parse(message));
          const all = own.listeners.get(subject) ?? new Set();
          own.listeners.set(subject, all.add(tell));
          return () => all.delete(tell);
        },
        async request(subject, message, { timeoutMs, answer }) {
          if (!own.isUp) throw new BusFailure('unsent');
          const served = others().find(({ servers }) => servers.has(subject));
          if (served === undefined) throw new BusFailure('nobody');
          const late = new Promise<never>((_, reject) => {
            setTimeout(() => reject(new BusFailure('unanswered')), timeoutMs).unref();
          });
          const reply = await Promise.race([served.servers.get(subject)?.(copy(message)), late]);
          if (!own.isUp || !served.isUp) return late;
          return answerOfReply(copy(reply), answer);
        },
        serve(subject, schema, handler) {
          own.servers.set(subject, async (message) => {
            const parsed = schema.safeParse(message);
            return parsed.success ? { answer: await handler(parsed.data) } : { failed: 'refused' };
          });
          return () => own.servers.delete(subject);
        },
        onChange(listener) {
          changes.add(listener);
          return () => changes.delete(listener);
        },
        start: () => Promise.resolve(),
        stop: () => Promise.resolve(void members.delete(bus)),
      };
      members.set(bus, own);
      return bus;
    },
    cut(bus: Bus, isCut: boolean): void {
      const member = members.get(bus);
      if (member !== undefined) member.isUp = !isCut;
    },
  };
}

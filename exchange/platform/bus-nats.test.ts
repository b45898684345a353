import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasNats, type NatsServer, startNats } from '../../tests/helpers/nats';
import { type Bus, type BusFailure, createLocalBus, MESSAGE_BYTES_MAX } from './bus';
import { createNatsBus } from './bus-nats';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

const log = createLogger('silent');
const text = z.strictObject({ text: z.string().max(100) });
/** However busy the machine is: what is answered is heard. */
const PATIENT_MS = 60_000;
const ask = (bus: Bus, subject: string, message: unknown, timeoutMs = PATIENT_MS) =>
  bus.request(subject, message, { timeoutMs, answer: text });
const reasonOf = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    (error: BusFailure) => error.reason,
  );

it('a process alone hears nobody and is answered by nobody', async () => {
  const bus = createLocalBus();
  bus.publish('live.a', { text: 'hello' });
  expect(bus.isAlone).toBe(true);
  expect(await reasonOf(ask(bus, 'spot.b', {}))).toBe('nobody');
});

if (!hasNats)
  it('left out: nats-server is not installed, the tests over NATS did not run', () => process.stdout.write('left out: nats-server\n'));
else
  describe('over NATS', () => {
    let server: NatsServer;
    const open: Bus[] = [];
    const join = async (options: { scope?: string; secret?: string } = {}) => {
      const metrics = createMetrics(log);
      const bus = createNatsBus({ url: server.url, scope: 'one', secret: 's'.repeat(32), log, metrics, ...options });
      open.push(bus);
      await bus.start();
      const count = async (line: string) => (await metrics.render()).body.split('\n').find((row) => row.startsWith(`exchange_${line} `));
      return { bus, count };
    };
    beforeAll(async () => {
      server = await startNats();
    });
    afterAll(async () => {
      await Promise.all(open.map((bus) => bus.stop()));
      await server?.stop();
    });

    it('tells everybody who listens, but not oneself', async () => {
      const [a, b, c] = [await join(), await join(), await join()];
      const heard: string[] = [];
      for (const [name, { bus }] of Object.entries({ a, b, c }))
        bus.subscribe('live', text, (message) => heard.push(`${name} ${message.text}`));
      b.bus.serve('done.b', text, (message) => Promise.resolve(message));
      c.bus.serve('done.c', text, (message) => Promise.resolve(message));
      await expect.poll(() => reasonOf(ask(a.bus, 'done.c', { text: '' }))).toBe('answered');
      a.bus.publish('live', { text: 'hello' });
      // What one connection sends arrives in its order: once this is answered the other has arrived.
      await Promise.all([ask(a.bus, 'done.b', { text: '' }), ask(a.bus, 'done.c', { text: '' })]);
      expect(heard.sort()).toEqual(['b hello', 'c hello']);
    });

    it('says whether a request was never sent, met nobody, was not understood, or may have been done', async () => {
      const [a, b] = [await join(), await join()];
      b.bus.serve('echo', text, (message) => Promise.resolve(message));
      b.bus.serve('broken', text, () => Promise.reject(new Error('a fault')));
      b.bus.serve('slow', text, () => new Promise(() => undefined));
      await expect.poll(() => reasonOf(ask(a.bus, 'slow', { text: '' }, 200))).toBe('unanswered');
      expect(await ask(a.bus, 'echo', { text: 'x' })).toEqual({ text: 'x' });
      expect(await reasonOf(ask(a.bus, 'nowhere', { text: '' }))).toBe('nobody');
      expect(await reasonOf(ask(a.bus, 'echo', { text: 7 }))).toBe('refused');
      expect(await reasonOf(ask(a.bus, 'broken', { text: '' }, 200))).toBe('unanswered');
      expect(await reasonOf(ask(a.bus, 'echo', { text: 'x'.repeat(MESSAGE_BYTES_MAX) }))).toBe('unsent');
      expect(await a.count('bus_requests_failed_total{topic="nowhere",reason="nobody"}')).toMatch(/ 1$/);
    });

    it('security: neither another exchange nor whoever lacks the secret is heard or answered', async () => {
      const a = await join();
      const [other, forger] = [await join({ scope: 'two' }), await join({ secret: 'f'.repeat(32) })];
      const heard: string[] = [];
      a.bus.subscribe('live', text, (message) => heard.push(message.text));
      a.bus.serve('orders', text, (message) => Promise.resolve(message));
      const honest = await join();
      await expect.poll(() => reasonOf(ask(honest.bus, 'orders', { text: '' }))).toBe('answered');
      expect(await reasonOf(ask(other.bus, 'orders', { text: '' }))).toBe('nobody');
      forger.bus.publish('live', { text: 'forged' });
      // The refusal is signed by the true exchange, so the forger can't read it either.
      expect(await reasonOf(ask(forger.bus, 'orders', { text: '' }, 200))).toBe('unanswered');
      await expect.poll(() => a.count('bus_dropped_total{topic="live",reason="unreadable"}')).toMatch(/ 1$/);
      expect(heard).toEqual([]);
    });

    it('says that the server is gone, refuses to send meanwhile, and goes on by itself when it is back', async () => {
      const [a, b] = [await join(), await join()];
      const changes: boolean[] = [];
      a.bus.onChange((isUp) => changes.push(isUp));
      b.bus.serve('echo', text, (message) => Promise.resolve(message));
      b.bus.serve('slow', text, () => new Promise(() => undefined));
      await expect.poll(() => reasonOf(ask(a.bus, 'echo', { text: '' }))).toBe('answered');
      const underWay = reasonOf(ask(a.bus, 'slow', { text: '' }));
      await server.stop();
      expect(await underWay).toBe('unanswered');
      expect(await reasonOf(ask(a.bus, 'echo', { text: '' }))).toBe('unsent');
      a.bus.publish('live', { text: 'lost' });
      expect(await a.count('bus_up')).toMatch(/ 0$/);
      expect(await a.count('bus_dropped_total{topic="live",reason="unsent"}')).toMatch(/ 1$/);
      expect(await a.count('alarms_total{kind="bus_lost"}')).toMatch(/ 1$/);
      await server.restart();
      await expect.poll(() => reasonOf(ask(a.bus, 'echo', { text: '' }))).toBe('answered');
      expect(changes).toEqual([false, true]);
    });

    it('a process that starts without the server says so once, and finds it by itself', async () => {
      await server.stop();
      const a = await join();
      expect(await a.count('bus_up')).toMatch(/ 0$/);
      await server.restart();
      await expect.poll(() => a.bus.isUp()).toBe(true);
      expect(await a.count('alarms_total{kind="bus_lost"}')).toMatch(/ 1$/);
    });

    it('a server that hangs is noticed, and left for when it answers again', async () => {
      const a = await join();
      server.freeze(true);
      await expect.poll(() => a.bus.isUp()).toBe(false);
      server.freeze(false);
      await expect.poll(() => a.bus.isUp()).toBe(true);
    });
  });

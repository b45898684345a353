import { describe, expect, it } from 'vitest';
import { createExchangeDetector } from './detect-exchange';
import type { Sent } from './send';

const BASE = 'https://exchange.example/api';
const MINUTE_MS = 60_000;
const sent = (body: string, status = 200): Sent => ({ status, body, setCookie: undefined });
const list = (...features: string[]) => sent(JSON.stringify({ status: 1, info: { sandbox: false, feed: 'live', features }, url: '' }));
const refusal = (code: string, status = 200) => sent(JSON.stringify({ status: 0, info: 'no', url: '', code }), status);
const OURS = list('posted');
const OLDER = list('wires');

type Heard = Sent | Error;

/** A backend that answers what is put into `next`, and a clock that stands until it is moved. */
function startBackend(first: Heard) {
  const backend = { next: first, now: 0, asked: 0 };
  const find = createExchangeDetector(() => backend.now);
  const isOurs = () =>
    find(BASE, async () => {
      backend.asked += 1;
      if (backend.next instanceof Error) throw backend.next;
      return backend.next;
    });
  /** What is believed after the question that is due was answered. */
  const isOursLater = async (afterMs: number) => {
    backend.now += afterMs;
    await isOurs();
    await new Promise((resolve) => setImmediate(resolve));
    return isOurs();
  };
  return { backend, isOurs, isOursLater };
}

/** What a flood of its bucket, a proxy in front or a bad moment makes of an exchange of ours. */
const SILENCES: [string, Heard][] = [
  ['nothing', new Error('no whole answer within 2000 ms')],
  ['RATE_LIMITED', refusal('RATE_LIMITED')],
  ['INTERNAL', refusal('INTERNAL')],
  ['LEGACY_UNREACHABLE', refusal('LEGACY_UNREACHABLE')],
  ['BFF_KEY_REQUIRED', refusal('BFF_KEY_REQUIRED')],
  ['a limit in words', sent('{"status":0,"info":"Too many requests, please wait a moment","url":""}')],
  ['a page with 200', sent('<html>Back soon</html>')],
  ['half of its list', sent(OURS.body.slice(0, -9))],
  ['a success that is no list', sent('{"status":1,"info":{"id":"1"},"url":""}')],
  ['a refusal that is no envelope', sent('{"status":false,"msg":"blocked"}')],
  ['a redirect', sent('', 302)],
  ['HTTP 401', sent('<html>who are you</html>', 401)],
  ['HTTP 403', sent('<html>blocked</html>', 403)],
  ...[429, 500, 502, 503, 504].flatMap((status): [string, Heard][] => [
    [`HTTP ${status}`, sent('<html>nginx</html>', status)],
    [`HTTP ${status} in an envelope`, refusal('NOT_FOUND', status)],
    [`HTTP ${status} in words`, sent('{"status":0,"info":"gone","url":""}', status)],
  ]),
];
/** What another backend says to a question that it doesn't know. */
const OF_ANOTHER: [string, Sent][] = [
  ['FEATURE_NOT_OFFERED', refusal('FEATURE_NOT_OFFERED')],
  ['NOT_FOUND', refusal('NOT_FOUND')],
  ['a page with 404', sent('<html>404</html>', 404)],
  ['an envelope with 404', sent('{"status":0,"info":"no such page","url":""}', 404)],
  ['a refusal in words alone', sent('{"status":0,"info":"no such page","url":""}')],
  ['that somebody has to log in', sent('{"status":0,"info":"请先登录","url":""}')],
];

describe('security: whose backend it is', () => {
  it('says its list', async () => {
    expect(await startBackend(OURS).isOurs()).toBe(true);
    expect(await startBackend(OLDER).isOurs()).toBe(false);
  });
  it.each(OF_ANOTHER)('%s is another’s, and never makes one of ours another’s', async (_name, said) => {
    expect(await startBackend(said).isOurs()).toBe(false);
    const { backend, isOurs, isOursLater } = startBackend(OURS);
    await isOurs();
    backend.next = said;
    expect(await isOursLater(MINUTE_MS)).toBe(true);
  });
  it.each(SILENCES)('%s says nothing: what it was before stays, and at first no secret is given away', async (_name, heard) => {
    expect(await startBackend(heard).isOurs()).toBe(true);
    for (const [before, isOurs] of [
      [OURS, true],
      [OLDER, false],
    ] as const) {
      const one = startBackend(before);
      await one.isOurs();
      one.backend.next = heard;
      expect(await one.isOursLater(MINUTE_MS)).toBe(isOurs);
      expect(await one.isOursLater(MINUTE_MS)).toBe(isOurs);
    }
  });
  it('changes with its list alone, both ways', async () => {
    const { backend, isOurs, isOursLater } = startBackend(OURS);
    await isOurs();
    backend.next = OLDER;
    expect(await isOursLater(MINUTE_MS - 1)).toBe(true);
    expect(await isOursLater(1)).toBe(false);
    backend.next = OURS;
    expect(await isOursLater(MINUTE_MS)).toBe(true);
  });
  it('is heard after a silence, however long that was', async () => {
    const { backend, isOurs, isOursLater } = startBackend(new Error('silent'));
    await isOurs();
    backend.next = refusal('NOT_FOUND');
    expect(await isOursLater(5_000)).toBe(false);
  });
});

describe('asking whose it is', () => {
  it('waits for the first answer alone, with all who ask meanwhile', async () => {
    const find = createExchangeDetector(() => 0);
    let answer: (said: Sent) => void = () => undefined;
    const asks: string[] = [];
    const ask = (path: string) => {
      asks.push(path);
      return new Promise<Sent>((resolve) => (answer = resolve));
    };
    const both = Promise.all([find(BASE, ask), find(BASE, ask)]);
    answer(OLDER);
    expect(await both).toEqual([false, false]);
    expect(asks).toEqual(['/x/features']);
  });
  it.each([
    ['one that answered', OLDER, MINUTE_MS, false],
    ['one that never did', new Error('silent'), 5_000, true],
  ])('keeps nobody waiting for %s', async (_name, first, laterMs, isOurs) => {
    let now = 0;
    const find = createExchangeDetector(() => now);
    await find(BASE, async () => {
      if (first instanceof Error) throw first;
      return first;
    });
    now = laterMs;
    expect(await find(BASE, () => new Promise(() => undefined))).toBe(isOurs);
  });
  it('asks who is silent ever more rarely, down to once a minute', async () => {
    const { backend, isOurs, isOursLater } = startBackend(new Error('silent'));
    await isOurs();
    const waits: number[] = [];
    for (let since = 0, last = 1; waits.length < 6; ) {
      since += 1_000;
      await isOursLater(1_000);
      if (backend.asked === last) continue;
      last = backend.asked;
      waits.push(since);
      since = 0;
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
  });
});

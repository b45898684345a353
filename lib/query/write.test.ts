import { describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-client';
import { createWrite, POLL_EVERY_MS, POLLS_MAX, NO_ANSWER_MS, OfflineError, type Sent } from './write';

type Input = { symbol: string; quantity: string };
type Outcome = 'done' | 'barred' | 'none';
const input: Input = { symbol: 'BTC-USDT', quantity: '1' };
const timeout = new ApiError('LEGACY_TIMEOUT', 504);
const refusal = new ApiError('INSUFFICIENT_BALANCE', 409);

/** A write whose requests are answered by hand, with a clock that a test moves. */
type Confirm = (error: unknown) => Promise<boolean> | null;
function setUp({ canLook = true, isNumbered = true, kept = null as Sent<Input> | null, confirm = (() => null) as Confirm } = {}) {
  const posts: { body: object; answer(value: string): Promise<void>; fail(error: unknown): Promise<void> }[] = [];
  const timers = new Set<{ at: number; run(): void }>();
  const world = {
    now: 0,
    isOnline: true,
    outcome: 'none' as Outcome | Error,
    barOutcome: 'barred' as 'done' | 'barred' | Error,
    looks: 0,
    bars: 0,
  };
  const keep = vi.fn();
  const settle = vi.fn();
  let ids = 0;
  const flush = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const orThrow = <T>(value: T | Error) => (value instanceof Error ? Promise.reject(value) : Promise.resolve(value as T));
  const write = createWrite<Input, string>(
    {
      isNumbered,
      confirm,
      post: (body) =>
        new Promise((resolve, reject) => {
          posts.push({
            body,
            answer: (value) => {
              resolve(value);
              return flush();
            },
            fail: (error) => {
              reject(error);
              return flush();
            },
          });
        }),
      ...(canLook
        ? {
            lookUp: {
              look: () => {
                world.looks += 1;
                return orThrow(world.outcome);
              },
              bar: () => {
                world.bars += 1;
                return orThrow(world.barOutcome);
              },
            },
          }
        : {}),
      isOnline: () => world.isOnline,
      keep,
      settle,
      now: () => world.now,
      later: (ms, run) => {
        const timer = { at: world.now + ms, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
      makeId: () => {
        ids += 1;
        return `number-${ids}`;
      },
    },
    kept,
  );
  const pass = async (ms: number) => {
    world.now += ms;
    for (const timer of [...timers].filter(({ at }) => at <= world.now)) {
      timers.delete(timer);
      timer.run();
    }
    await flush();
  };
  return { write, posts, world, keep, settle, pass, flush, timers };
}

describe('what left at the tap', () => {
  it('is sent once, and nothing else while it is on its way', () => {
    const { write, posts } = setUp();
    write.start(input, 'Buy 1 BTC');
    write.start({ ...input, quantity: '2' }, 'Buy 2 BTC');
    write.again();
    write.leave();
    expect(posts.map(({ body }) => body)).toEqual([{ ...input, requestId: 'number-1' }]);
    expect(write.read()).toMatchObject({ step: 'sending', sent: { text: 'Buy 1 BTC', at: 0 } });
  });
  it('is the very same body with the same number when it is sent again, whatever the form holds by then', async () => {
    const { write, posts } = setUp();
    const typed = { ...input };
    write.start(typed, 'Buy 1 BTC');
    typed.quantity = '9';
    await posts[0]?.fail(timeout);
    expect(write.read().step).toBe('unknown');
    write.start({ ...input, quantity: '2' }, 'Buy 2 BTC');
    write.again();
    await posts[1]?.answer('placed');
    expect(posts.map(({ body }) => body)).toEqual(Array(2).fill({ ...input, requestId: 'number-1' }));
    expect(write.read()).toMatchObject({ step: 'done', answer: 'placed' });
  });
  it.each([timeout, new ApiError('LEGACY_UNREACHABLE', 0), new ApiError('REQUEST_PENDING', 409), new TypeError('network')])(
    'stays locked after %s',
    async (error) => {
      const { write, posts } = setUp();
      write.start(input, 'Buy');
      await posts[0]?.fail(error);
      expect(write.read()).toMatchObject({ step: 'unknown', sent: { body: { requestId: 'number-1' } } });
      write.reset();
      expect(write.read().step).toBe('unknown');
    },
  );
  it.each([refusal, new ApiError('MARKET_BUSY', 503), new ApiError('NOT_DONE_IN_TIME', 503)])(
    'is over after the clear refusal %s; the next one has its own number',
    async (error) => {
      const { write, posts } = setUp();
      write.start(input, 'Buy');
      await posts[0]?.fail(error);
      expect(write.read()).toMatchObject({ step: 'refused', error });
      write.start(input, 'Buy');
      expect(posts[1]?.body).toEqual({ ...input, requestId: 'number-2' });
    },
  );
  it('is kept over a reload until its outcome is known, and then looked up, not sent', async () => {
    const { write, posts, keep } = setUp();
    write.start(input, 'Buy');
    const [sent] = keep.mock.calls[0] as [Sent<Input>];
    expect(sent).toEqual({ body: { ...input, requestId: 'number-1' }, text: 'Buy', at: 0 });
    await posts[0]?.answer('placed');
    expect(keep).toHaveBeenLastCalledWith(null);
    const next = setUp({ kept: sent });
    await next.flush();
    expect([next.write.read().step, next.world.looks, next.posts.length]).toEqual(['unknown', 1, 0]);
  });
  it('carries no number where the endpoint takes none', () => {
    const { write, posts } = setUp({ isNumbered: false, canLook: false });
    write.start(input, 'Buy');
    expect(posts[0]?.body).toEqual(input);
  });
});

describe('a write that has to be confirmed', () => {
  const asked = new ApiError('STEP_UP_REQUIRED', 403);
  const confirm = (isProved: boolean) => (error: unknown) => (error === asked ? Promise.resolve(isProved) : null);
  it('is sent again with its number once it was', async () => {
    let settle: (isProved: boolean) => void = () => undefined;
    const { write, posts, flush, timers } = setUp({ confirm: () => new Promise((resolve) => (settle = resolve)) });
    write.start(input, 'Withdraw');
    await posts[0]?.fail(asked);
    expect([write.read().step, timers.size]).toEqual(['proving', 0]);
    write.start({ ...input, quantity: '2' }, 'Withdraw');
    settle(true);
    await flush();
    await posts[1]?.answer('done');
    expect(posts.map(({ body }) => body)).toEqual(Array(2).fill({ ...input, requestId: 'number-1' }));
    expect(write.read()).toMatchObject({ step: 'done', answer: 'done' });
  });
  it('is forgotten when it was not, and nothing was done', async () => {
    const { write, posts, keep } = setUp({ confirm: confirm(false) });
    write.start(input, 'Withdraw');
    await posts[0]?.fail(asked);
    expect([write.read().step, posts.length]).toEqual(['ready', 1]);
    expect(keep).toHaveBeenLastCalledWith(null);
  });
  it('is kept from being done when it was not, and an attempt before had no answer', async () => {
    const { write, posts, world, flush } = setUp({ confirm: confirm(false) });
    write.start(input, 'Withdraw');
    await posts[0]?.fail(timeout);
    write.again();
    await posts[1]?.fail(asked);
    await flush();
    expect([write.read().step, world.bars]).toEqual(['refused', 1]);
  });
});

describe('offline', () => {
  it('says so at once, sends nothing, and nothing leaves by itself afterwards', async () => {
    const { write, posts, world, pass, timers } = setUp();
    world.isOnline = false;
    write.start(input, 'Buy');
    expect(write.read()).toMatchObject({ step: 'refused', error: expect.any(OfflineError) });
    world.isOnline = true;
    write.lookNow();
    await pass(60_000);
    expect([posts.length, timers.size, world.looks]).toEqual([0, 0, 0]);
  });
  it('does not send again either, and stays unknown', async () => {
    const { write, posts, world } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    world.isOnline = false;
    write.again();
    expect(write.read()).toMatchObject({ step: 'unknown', error: expect.any(OfflineError) });
    expect(posts).toHaveLength(1);
  });
});

describe('no answer', () => {
  it('says so after five seconds, goes on waiting, and takes the answer when it comes', async () => {
    const { write, posts, pass } = setUp();
    write.start(input, 'Buy');
    await pass(NO_ANSWER_MS - 1);
    expect(write.read().step).toBe('sending');
    await pass(1);
    expect(write.read().step).toBe('waiting');
    await posts[0]?.answer('placed');
    expect(write.read()).toMatchObject({ step: 'done', answer: 'placed' });
    expect(posts).toHaveLength(1);
  });
  it('finds by its number that it was done, and fetches the answer with the same request', async () => {
    const { write, posts, world, pass } = setUp();
    write.start(input, 'Buy');
    await pass(NO_ANSWER_MS);
    world.outcome = 'done';
    await pass(POLL_EVERY_MS);
    expect(posts[1]?.body).toEqual(posts[0]?.body);
    await posts[1]?.answer('placed');
    await posts[0]?.fail(timeout);
    expect(write.read()).toMatchObject({ step: 'done', answer: 'placed' });
  });
  it('takes "not so far" for no outcome, and a look that fails for nothing', async () => {
    const { write, posts, world, pass } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    await pass(POLL_EVERY_MS);
    world.outcome = new TypeError('network');
    await pass(POLL_EVERY_MS);
    expect([write.read().step, world.looks, posts.length]).toEqual(['unknown', 2, 1]);
  });
  it(`looks ${POLLS_MAX} times at most`, async () => {
    const { write, posts, world, pass, timers } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    for (let look = 0; look < POLLS_MAX + 5; look += 1) await pass(POLL_EVERY_MS);
    expect([world.looks, timers.size, posts.length]).toEqual([POLLS_MAX, 0, 1]);
  });
  it('never looks where the backend cannot say', async () => {
    const { write, posts, world, pass } = setUp({ canLook: false });
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    await pass(POLL_EVERY_MS);
    expect([world.looks, write.read().step]).toEqual([0, 'unknown']);
    write.leave();
    expect(write.read().step).toBe('ready');
  });
});

describe('leaving it', () => {
  it('bars it first: only then is it certain that nothing was done', async () => {
    const { write, posts, world, flush } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    write.leave();
    expect(write.read().step).toBe('barring');
    write.start({ ...input, quantity: '2' }, 'Buy');
    await flush();
    expect([write.read().step, world.bars, posts.length]).toEqual(['barred', 1, 1]);
  });
  it('shows the outcome when it had been done after all', async () => {
    const { write, posts, world, flush } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    world.barOutcome = 'done';
    write.leave();
    await flush();
    await posts[1]?.answer('placed');
    expect(write.read()).toMatchObject({ step: 'done', answer: 'placed' });
  });
  it('stays unknown when the bar has no answer', async () => {
    const { write, posts, world, flush } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    world.barOutcome = new ApiError('LEGACY_UNREACHABLE', 0);
    write.leave();
    await flush();
    expect(write.read().step).toBe('unknown');
  });
});

describe('a refusal of the second attempt', () => {
  it('is final only when the first one is barred', async () => {
    const { write, posts, world } = setUp();
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    write.again();
    await posts[1]?.fail(refusal);
    expect([write.read().step, write.read().error, world.bars]).toEqual(['refused', refusal, 1]);
  });
  it('leaves it unknown when the first one was done, and asks no faster than it looks', async () => {
    const { write, posts, world, pass } = setUp();
    const busy = new ApiError('RATE_LIMITED', 429);
    write.start(input, 'Buy');
    await posts[0]?.fail(timeout);
    Object.assign(world, { barOutcome: 'done', outcome: 'done' });
    write.again();
    await posts[1]?.fail(busy);
    expect([write.read().step, posts.length]).toEqual(['unknown', 2]);
    await pass(POLL_EVERY_MS);
    await posts[2]?.answer('placed');
    expect(write.read()).toMatchObject({ step: 'done', answer: 'placed' });
  });
});

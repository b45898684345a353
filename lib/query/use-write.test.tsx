import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, Suspense, use } from 'react';
import type { Root } from 'react-dom/client';
import type { ReactNode } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { standInPage } from '@/tests/helpers/stand-in-page';
import { switchMode } from '../api/session';
import { cancelOrder } from '../api/spot';
import { ApiError } from './api-client';
import { type Screen, ScreenProvider } from './shown-account';
import type { UseWrite } from './use-write';

type Shown = UseWrite<typeof switchMode>;

/** What the writes under way wait for: an answer, or a refusal. */
const answers: ((refusal?: unknown) => void)[] = [];
vi.mock('./api-client', async (load) => ({
  ...(await load<object>()),
  sendShown: () => new Promise((resolve, reject) => answers.push((refusal) => (refusal === undefined ? resolve({}) : reject(refusal)))),
  readApi: async () => ({ state: 'done' }),
}));

/** A tab's storage. */
function keptTexts() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

const shown = new Map<string, Shown>();
const heard = vi.fn();
let makeRoot: () => Root;
let useWrite: typeof import('./use-write').useWrite;
let LATE_OUTCOME_EVENT: string;
let screens = 0;

beforeAll(async () => {
  const makePlace = standInPage({ location: { pathname: '/' }, sessionStorage: keptTexts() });
  vi.stubGlobal('navigator', { onLine: true });
  const { createRoot } = await import('react-dom/client');
  ({ useWrite, LATE_OUTCOME_EVENT } = await import('./use-write'));
  makeRoot = () => createRoot(makePlace());
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  answers.length = 0;
  shown.clear();
  heard.mockClear();
});

function Row({ name }: { name: string }) {
  const write = useWrite(switchMode, { onDone: (_answer, _sent, isLate) => heard(name, isLate) });
  shown.set(name, write);
  return null;
}

function Silent() {
  shown.set('silent', useWrite(switchMode, { lateAt: '/record' }));
  return null;
}

function Taken() {
  useWrite(cancelOrder, { onDone: (_answer, _sent, isLate) => heard('taken', isLate) });
  return null;
}

function Waits({ loading }: { loading: Promise<void> }) {
  use(loading);
  return null;
}

/** A page whose rows all make the same write; `show` says which of them stand on it. */
function setUp() {
  screens += 1;
  const around = makePage({ userId: String(screens), mode: 'demo', canLook: false });
  const show = (...names: string[]) => around.draw(names.map((name) => <Row key={name} name={name} />));
  const tap = (name: string) => act(async () => shown.get(name)?.send({ mode: 'real' }, 'Real'));
  const answer = (refusal?: unknown) => act(async () => answers.shift()?.(refusal));
  return { show, tap, answer, close: around.close };
}

function makePage(screen: Screen) {
  const client = new QueryClient();
  const root = makeRoot();
  const draw = (parts: ReactNode) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <ScreenProvider screen={screen}>{parts}</ScreenProvider>
        </QueryClientProvider>,
      ),
    );
  return { draw, close: () => act(async () => root.unmount()) };
}

it('a tap is heard where another part of the page with the same write has gone meanwhile', async () => {
  const { show, tap, answer, close } = setUp();
  await show('header', 'deposit');
  await show('header');
  await show('header');
  await tap('header');
  expect(shown.get('header')).toMatchObject({ step: 'sending', isBusy: true, isLocked: true });
  await answer();
  expect(shown.get('header')?.step).toBe('done');
  expect(heard.mock.calls).toEqual([['header', false]]);
  await close();
});

it('a tap is heard where one with the same write stood in its place until now', async () => {
  const { show, tap, answer, close } = setUp();
  await show('before');
  await show('after');
  await tap('after');
  expect(shown.get('after')?.step).toBe('sending');
  await answer();
  expect(heard.mock.calls).toEqual([['after', false]]);
  await close();
});

it('what ended is forgotten with the last that shows it', async () => {
  const { show, tap, answer, close } = setUp();
  await show('one', 'two');
  await tap('one');
  await answer();
  await show('two');
  expect(shown.get('two')?.step).toBe('done');
  await show();
  await show('three');
  expect(shown.get('three')?.step).toBe('ready');
  await close();
});

it('an answer is not heard again by who comes later, while somebody still shows it', async () => {
  const { show, tap, answer, close } = setUp();
  await show('one');
  await tap('one');
  await answer();
  await show('one', 'two');
  expect(heard.mock.calls).toEqual([['one', false]]);
  await close();
});

it('the answer of a row that is gone is heard late, and says so', async () => {
  const { show, tap, answer, close } = setUp();
  await show('row');
  await tap('row');
  await show();
  await answer();
  expect(heard.mock.calls).toEqual([['row', true]]);
  await show('again');
  expect(shown.get('again')?.step).toBe('ready');
  await close();
});

it('the answer of a row that is gone is heard once, by the one that stands now', async () => {
  const { show, tap, answer, close } = setUp();
  await show('row');
  await tap('row');
  await show();
  await show('again');
  expect(shown.get('again')?.isLocked).toBe(true);
  await answer();
  expect(heard.mock.calls).toEqual([['again', false]]);
  await tap('again');
  expect(shown.get('again')?.step).toBe('sending');
  await close();
});

it('an answer is heard when it comes, also on another page, and not again by who mounts later', async () => {
  const { show, tap, answer, close } = setUp();
  await show('sheet');
  await tap('sheet');
  await show();
  window.location.pathname = '/elsewhere';
  await answer();
  window.location.pathname = '/';
  expect(heard.mock.calls).toEqual([['sheet', true]]);
  await show('sheet');
  expect(shown.get('sheet')?.step).toBe('ready');
  expect(heard).toHaveBeenCalledTimes(1);
  await close();
});

it('an answer is heard once where its row came and went while it was on its way', async () => {
  const { show, tap, answer, close } = setUp();
  await show('row');
  await tap('row');
  await show();
  await show('row');
  await show();
  await answer();
  expect(heard.mock.calls).toEqual([['row', true]]);
  await close();
});

it('a refusal that nobody waited for greets nobody', async () => {
  const { show, tap, answer, close } = setUp();
  await show('sheet');
  await tap('sheet');
  await show();
  await answer(new ApiError('ORDER_UNCHANGED', 409));
  await show('sheet');
  expect(shown.get('sheet')?.step).toBe('ready');
  expect(heard).not.toHaveBeenCalled();
  await close();
});

it('a refusal goes with the one it was said to, also where another comes in its place at once', async () => {
  const { show, tap, answer, close } = setUp();
  await show('before');
  await tap('before');
  await answer(new ApiError('ORDER_UNCHANGED', 409));
  expect(shown.get('before')?.step).toBe('refused');
  await show('after');
  expect(shown.get('after')?.step).toBe('ready');
  await close();
});

it('a refusal that comes after what sent it is gone is told to the page, once; one that is seen is not', async () => {
  const { show, tap, answer, close } = setUp();
  const told: unknown[] = [];
  window.addEventListener(LATE_OUTCOME_EVENT, (event) => told.push((event as CustomEvent).detail));
  const refusal = new ApiError('ORDER_UNCHANGED', 409);
  await show('seen');
  await tap('seen');
  await answer(refusal);
  expect(told).toEqual([]);
  await tap('seen');
  await show();
  await answer(refusal);
  expect(told).toEqual([{ text: 'Real', error: refusal }]);
  await show('next');
  expect(shown.get('next')?.step).toBe('ready');
  expect(told).toHaveLength(1);
  await close();
});

it('a success that comes after what sent it is gone is told to the page where nothing else would say it', async () => {
  screens += 1;
  const page = makePage({ userId: String(screens), mode: 'demo', canLook: false });
  const told: unknown[] = [];
  window.addEventListener(LATE_OUTCOME_EVENT, (event) => told.push((event as CustomEvent).detail));
  const answer = () => act(async () => answers.shift()?.());
  await page.draw(<Silent />);
  await act(async () => shown.get('silent')?.send({ mode: 'real' }, 'Real'));
  await answer();
  expect(told).toEqual([]);
  await act(async () => shown.get('silent')?.send({ mode: 'real' }, 'Real'));
  await page.draw(null);
  await answer();
  expect(told).toEqual([{ text: 'Real', error: null, href: '/record' }]);
  await page.close();
});

it('what was taken up after a reload and ended before anything stood is heard late, by the first that stands', async () => {
  screens += 1;
  const screen: Screen = { userId: String(screens), mode: 'demo', canLook: true };
  const sent = { body: { orderId: '1', requestId: 'r1' }, text: 'Cancel', at: Date.now() };
  window.sessionStorage.setItem(`candor.write.${screen.userId}.demo.${cancelOrder.id}.`, JSON.stringify(sent));
  let load: () => void = () => undefined;
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  const { draw, close } = makePage(screen);
  await draw(
    <Suspense fallback={null}>
      <Taken />
      <Waits loading={loading} />
    </Suspense>,
  );
  await act(async () => answers.shift()?.());
  expect(heard).not.toHaveBeenCalled();
  await act(async () => load());
  expect(heard.mock.calls).toEqual([['taken', true]]);
  await close();
});

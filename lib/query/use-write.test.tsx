import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { Root } from 'react-dom/client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { switchMode } from '../api/session';
import { type Screen, ScreenProvider } from './shown-account';
import type { UseWrite } from './use-write';

type Shown = UseWrite<typeof switchMode>;
type Rows = Record<string, { endsRow?: boolean }>;

const answers: (() => Promise<void>)[] = [];
vi.mock('./api-client', async (load) => ({
  ...(await load<object>()),
  sendShown: () => new Promise((resolve) => answers.push(async () => resolve({}))),
}));

/** What React asks of a page on which nothing is drawn. */
function standInPage() {
  const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, body: null });
  const window = Object.assign(new EventTarget(), {
    document: page,
    location: { pathname: '/' },
    sessionStorage: null,
    HTMLIFrameElement: Map,
  });
  Object.assign(page, { defaultView: window });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument: page, textContent: '' };
  return () => Object.assign(new EventTarget(), place) as unknown as Element;
}

const shown = new Map<string, Shown>();
const heard = vi.fn();
let makeRoot: () => Root;
let useWrite: typeof import('./use-write').useWrite;
let screens = 0;

beforeAll(async () => {
  const makePlace = standInPage();
  vi.stubGlobal('navigator', { onLine: true });
  const { createRoot } = await import('react-dom/client');
  ({ useWrite } = await import('./use-write'));
  makeRoot = () => createRoot(makePlace());
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  answers.length = 0;
  shown.clear();
  heard.mockClear();
});

function Row({ name, endsRow = false }: { name: string; endsRow?: boolean }) {
  const write = useWrite(switchMode, { endsRow, onDone: (_answer, _sent, isLate) => heard(name, isLate) });
  shown.set(name, write);
  return null;
}

/** A page whose rows all make the same write; `show` says which of them stand on it. */
function setUp() {
  screens += 1;
  const screen: Screen = { userId: String(screens), mode: 'demo', canLook: false };
  const client = new QueryClient();
  const root = makeRoot();
  const show = (rows: Rows) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <ScreenProvider screen={screen}>
            {Object.entries(rows).map(([name, { endsRow = false }]) => (
              <Row endsRow={endsRow} key={name} name={name} />
            ))}
          </ScreenProvider>
        </QueryClientProvider>,
      ),
    );
  const tap = (name: string) => act(async () => shown.get(name)?.send({ mode: 'real' }, 'Real'));
  const answer = () => act(async () => answers.shift()?.());
  return { show, tap, answer, close: () => act(async () => root.unmount()) };
}

it('a tap is heard where another part of the page with the same write has gone meanwhile', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ header: {}, deposit: {} });
  await show({ header: {} });
  await show({ header: {} });
  await tap('header');
  expect(shown.get('header')).toMatchObject({ step: 'sending', isBusy: true, isLocked: true });
  await answer();
  expect(shown.get('header')?.step).toBe('done');
  expect(heard.mock.calls).toEqual([['header', false]]);
  await close();
});

it('a tap is heard where one with the same write stood in its place until now', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ before: {} });
  await show({ after: {} });
  await tap('after');
  expect(shown.get('after')?.step).toBe('sending');
  await answer();
  expect(heard.mock.calls).toEqual([['after', false]]);
  await close();
});

it('what ended is forgotten with the last that shows it', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ one: {}, two: {} });
  await tap('one');
  await answer();
  await show({ two: {} });
  expect(shown.get('two')?.step).toBe('done');
  await show({});
  await show({ three: {} });
  expect(shown.get('three')?.step).toBe('ready');
  await close();
});

it('an answer is not heard again by who comes later, while somebody still shows it', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ one: {} });
  await tap('one');
  await answer();
  await show({ one: {}, two: {} });
  expect(heard.mock.calls).toEqual([['one', false]]);
  await close();
});

it('the answer of a row that is gone is heard late, and says so', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ row: { endsRow: true } });
  await tap('row');
  await show({});
  await answer();
  expect(heard.mock.calls).toEqual([['row', true]]);
  await show({ again: { endsRow: true } });
  expect(shown.get('again')?.step).toBe('ready');
  await close();
});

it('the answer of a row that is gone is heard once, by the one that stands now', async () => {
  const { show, tap, answer, close } = setUp();
  await show({ row: { endsRow: true } });
  await tap('row');
  await show({});
  await show({ again: { endsRow: true } });
  expect(shown.get('again')?.isLocked).toBe(true);
  await answer();
  expect(heard.mock.calls).toEqual([['again', false]]);
  await tap('again');
  expect(shown.get('again')?.step).toBe('sending');
  await close();
});

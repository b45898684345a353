import { act, type ReactElement } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { standInPage } from '@/tests/helpers/stand-in-page';
import type { AmendableOrder } from './amended-terms';
import type { useAmendOrder as UseAmendOrder } from './use-amend-order';

type Outcome = { order: AmendableOrder & { updatedAt: number }; kept: boolean };
type Shown = { facts: ReactElement<{ before: AmendableOrder; after: AmendableOrder }> };
/** The write as the page shows it, who hears of its outcome, and what was shown as the result. */
const write = { step: 'ready', send: vi.fn() };
let hear: (outcome: Outcome, sent: unknown, isLate: boolean) => void;
const results: Shown[] = [];
vi.mock('@/lib/query/use-write', () => ({
  useWrite: (_endpoint: unknown, { onDone }: { onDone: typeof hear }) => {
    hear = onDone;
    return write;
  },
}));
vi.mock('next-intl', () => ({ useTranslations: () => String }));
vi.mock('./result', () => ({ RESULT_TITLES: {}, useShowResult: () => (shown: Shown) => void results.push(shown) }));

const ORDER: AmendableOrder = { id: '7', symbol: 'ETH-USDT', price: '1900', quantity: '1', filledQuantity: '0', status: 'open' };
let useAmendOrder: typeof UseAmendOrder;
let form: ReturnType<typeof UseAmendOrder>;
let draw: (order: AmendableOrder) => Promise<void>;
function Form({ order }: { order: AmendableOrder }) {
  form = useAmendOrder({ kind: 'spot', order, onDone: () => undefined });
  return null;
}

beforeAll(async () => {
  const place = standInPage()();
  const { createRoot } = await import('react-dom/client');
  ({ useAmendOrder } = await import('./use-amend-order'));
  const root = createRoot(place);
  draw = (order) => act(async () => root.render(<Form key="one" order={order} />));
});
afterAll(() => vi.unstubAllGlobals());

it('the result says what was changed, also where the page heard of the change before the answer came', async () => {
  await draw(ORDER);
  form.send({ orderId: '7', price: '1800' }, 'Amend');
  expect(write.send).toHaveBeenCalledWith({ orderId: '7', price: '1800' }, 'Amend');
  const after = { ...ORDER, price: '1800', updatedAt: 1 };
  await draw(after);
  hear({ order: after, kept: false }, null, false);
  expect(results[0]?.facts.props).toMatchObject({ before: { price: '1900' }, after: { price: '1800' } });
});

it('what is sent again is compared with what it was at the first tap, the next amendment with what it is then', async () => {
  results.length = 0;
  await draw(ORDER);
  form.send({ orderId: '7', price: '1800' }, 'Amend');
  const after = { ...ORDER, price: '1800', updatedAt: 1 };
  write.step = 'unknown';
  await draw(after);
  form.send({ orderId: '7', price: '1800' }, 'Amend');
  hear({ order: after, kept: false }, null, false);
  write.step = 'ready';
  await draw(after);
  form.send({ orderId: '7', price: '1700' }, 'Amend');
  hear({ order: { ...after, price: '1700' }, kept: false }, null, false);
  expect(results.map(({ facts }) => facts.props.before.price)).toEqual(['1900', '1800']);
});

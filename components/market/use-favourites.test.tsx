import { act } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { standInPage } from '@/tests/helpers/stand-in-page';
import type { useStar as UseStar } from './use-favourites';

const SENT = { body: { markets: ['BTC-USDT'], isOn: true } };
const write = {
  step: 'ready',
  sent: null as object | null,
  error: null as unknown,
  isLocked: false,
  reset: vi.fn(),
  leave: vi.fn(),
  send: vi.fn(),
};
const showToast = vi.fn();
vi.mock('@/lib/query/use-write', () => ({ useWrite: () => ({ ...write }) }));
vi.mock('@/lib/query/use-read', () => ({ useRead: () => ({ data: { markets: [] } }) }));
vi.mock('@/lib/query/use-error-text', () => ({ useReadErrorText: () => String }));
vi.mock('@/components/layout/member-context', () => ({ useMember: () => ({ features: ['favourites'] }) }));
vi.mock('@/components/ui/toast', () => ({ showToast }));
vi.mock('@tanstack/react-query', async (load) => ({ ...(await load<object>()), useQueryClient: () => ({}) }));

let useStar: typeof UseStar;
let star: ReturnType<typeof UseStar>;
let draw: (state: Partial<typeof write>) => Promise<void>;
function Star() {
  star = useStar('BTC-USDT');
  return null;
}

beforeAll(async () => {
  const place = standInPage()();
  const { createRoot } = await import('react-dom/client');
  ({ useStar } = await import('./use-favourites'));
  const root = createRoot(place);
  draw = (state) => {
    Object.assign(write, state);
    return act(async () => root.render(<Star />));
  };
});
afterAll(() => vi.unstubAllGlobals());

it('a star that could not be turned says why, once, and stands as the account has it', async () => {
  await draw({ step: 'sending', sent: SENT, isLocked: true });
  expect(star.isOn).toBe(true);
  await draw({ step: 'refused', error: 'busy', isLocked: false });
  await draw({});
  expect(showToast.mock.calls).toEqual([['busy']]);
  expect(write.reset).toHaveBeenCalledOnce();
  expect(star.isOn).toBe(false);
});

it('one whose answer never came lets go of what was sent, so that the account is read again', async () => {
  showToast.mockClear();
  await draw({ step: 'sending', sent: SENT, error: null, isLocked: true });
  await draw({ step: 'unknown', error: 'no answer' });
  expect(showToast.mock.calls).toEqual([['no answer']]);
  expect(write.leave).toHaveBeenCalledOnce();
});

import { act } from 'react';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { standInPage } from '@/tests/helpers/stand-in-page';
import type { useSwitchMode as UseSwitchMode } from './use-switch-mode';

/** The write as the page shows it, and what the stream was told, in order. */
const write = { step: 'ready', isBusy: false, sent: null as { body: { mode: string } } | null };
const told: string[] = [];
vi.mock('@/lib/query/use-write', () => ({ useWrite: () => write }));
vi.mock('next-intl', () => ({ useTranslations: () => String }));
vi.mock('@/lib/stream/stream', () => ({
  restStream: () => {
    told.push('rests');
    return () => void told.push('goes on');
  },
}));

let useSwitchMode: typeof UseSwitchMode;
let draw: (next: Partial<typeof write>) => Promise<void>;
function Switcher() {
  useSwitchMode();
  return null;
}

beforeAll(async () => {
  const place = standInPage()();
  const { createRoot } = await import('react-dom/client');
  ({ useSwitchMode } = await import('./use-switch-mode'));
  const root = createRoot(place);
  draw = async (next) => {
    Object.assign(write, next);
    await act(async () => root.render(<Switcher key="one" />));
  };
});
afterAll(() => vi.unstubAllGlobals());

it('no stream of the account that is left is asked for from the tap until the page is there anew; one that was refused goes on', async () => {
  await draw({});
  expect(told).toEqual([]);
  const sent = { body: { mode: 'real' } };
  await draw({ step: 'sending', isBusy: true, sent });
  expect(told).toEqual(['rests']);
  await draw({ step: 'refused', isBusy: false });
  expect(told).toEqual(['rests', 'goes on']);
  await draw({ step: 'sending', isBusy: true });
  await draw({ step: 'done', isBusy: false });
  expect(told).toEqual(['rests', 'goes on', 'rests']);
});

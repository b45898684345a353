import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ScreenProvider } from '@/lib/query/shown-account';
import { useMemory } from './use-memory';

afterEach(() => vi.unstubAllGlobals());

function open(userId: string, mode: 'demo' | 'real'): ReturnType<typeof useMemory> {
  const opened: ReturnType<typeof useMemory>[] = [];
  function Ticket() {
    opened.push(useMemory('spot.BTC-USDT'));
    return null;
  }
  renderToString(
    <ScreenProvider screen={{ userId, mode, canLook: false }}>
      <Ticket />
    </ScreenProvider>,
  );
  const [memory] = opened;
  if (memory === undefined) throw new Error('nothing was drawn');
  return memory;
}

it('security: what somebody ordered last is offered neither to another member of this browser nor on their other account', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  open('1', 'real').write('base 5');
  expect(open('1', 'real').read()).toBe('base 5');
  expect(open('2', 'real').read()).toBeNull();
  expect(open('1', 'demo').read()).toBeNull();
});

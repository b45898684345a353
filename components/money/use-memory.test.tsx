import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { ScreenProvider } from '@/lib/query/shown-account';
import { useMemory } from './use-memory';

afterEach(() => vi.unstubAllGlobals());

let memory: ReturnType<typeof useMemory>;
function Ticket() {
  memory = useMemory('spot.BTC-USDT');
  return null;
}
function open(userId: string, mode: 'demo' | 'real') {
  renderToString(
    <ScreenProvider screen={{ userId, mode, canLook: false }}>
      <Ticket />
    </ScreenProvider>,
  );
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

import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Notification } from '@/lib/dto/notifications';
import layout from '@/messages/en/layout.json';
import { MemberProvider } from './member-context';
import { OrderNotification } from './order-notification';

const ABOUT = { product: 'perpetual', order: '7', market: 'BTC-USDT', base: 'BTC', quote: 'USDT', quantity: '0.5', price: '60000' };
const MEMBER = { userId: '1', username: 'member', mode: 'demo', features: [] } as unknown as Parameters<typeof MemberProvider>[0]['member'];

function draw(kind: string, values: Record<string, string>): string {
  const notification = {
    id: '1',
    kind,
    group: 'trading',
    values: { ...ABOUT, ...values },
    mode: 'demo',
    at: '',
    isRead: false,
  } as Notification;
  const html = renderToString(
    <NextIntlClientProvider locale="en" messages={{ Layout: layout }} timeZone="UTC">
      <MemberProvider member={MEMBER}>
        <OrderNotification notification={notification} onOpen={() => undefined} />
      </MemberProvider>
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ');
}

test.each([
  ['order-filled', { side: 'buy' }, 'Bought 0.5 BTC at 60,000.00 USDT'],
  ['order-triggered', { trigger: 'stop_loss' }, 'Stop-loss reached: 0.5 BTC · 60,000.00 USDT'],
  ['order-triggered', { trigger: 'take_profit' }, 'Take-profit reached: 0.5 BTC · 60,000.00 USDT'],
  ['order-triggered', { trigger: 'stop' }, 'Stop price reached: 0.5 BTC · 60,000.00 USDT'],
  ['position-liquidated', { mark: '59000', lost: '10' }, 'Position liquidated: 0.5 BTC · 59,000.00 USDT'],
  ['position-reduced', {}, 'Position closed by auto-deleveraging: 0.5 BTC · 60,000.00 USDT'],
  ['order-ended', { filled: '0.1' }, 'Order ended: 0.1 / 0.5 BTC'],
])('%s %o is said in one line that names the account', (kind, values, said) => {
  expect(draw(kind, values)).toContain(said);
  expect(draw(kind, values)).toContain('Demo');
});

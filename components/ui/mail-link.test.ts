import { expect, it } from 'vitest';
import { toMailLink } from './mail-link';

it('opens a mail with subject and text as they are, whatever stands in them', () => {
  const link = new URL(toMailLink({ subject: 'Kreditvertrag & mehr', text: 'Zinsen: 9 USDT?\n100 % + 利息' }));
  expect(link.protocol).toBe('mailto:');
  expect(link.pathname).toBe('');
  expect(link.searchParams.get('subject')).toBe('Kreditvertrag & mehr');
  expect(link.searchParams.get('body')).toBe('Zinsen: 9 USDT?\r\n100 % + 利息');
  expect(link.href).not.toContain('+');
});

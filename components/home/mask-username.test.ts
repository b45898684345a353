import { expect, it } from 'vitest';
import { maskUsername } from './mask-username';

it.each([
  ['0x52908400098527886E0F7030069857D2E4169EE7', '0x****9EE7'],
  ['ada', 'a***'],
  ['adalovelace', 'ad****lace'],
])('masks %s as %s', (username, masked) => {
  expect(maskUsername(username)).toBe(masked);
});

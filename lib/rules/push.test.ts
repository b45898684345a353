import { expect, it } from 'vitest';
import { ENDPOINT_MAX, isPushEndpoint } from './push';

it.each([
  ['https://fcm.googleapis.com/fcm/send/a:b', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', true],
  ['https://web.push.apple.com/a', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=a', true],
  ['http://fcm.googleapis.com/fcm/send/a', false],
  ['https://fcm.googleapis.com:8443/fcm/send/a', false],
  ['https://ada@fcm.googleapis.com/a', false],
  ['https://fcm.googleapis.com.example/a', false],
  ['https://evilpush.apple.com/a', false],
  ['https://10.0.0.1/a', false],
  ['https://[::1]/a', false],
  ['http://127.0.0.1:4600/metrics', false],
  ['file:///etc/passwd', false],
  [`https://fcm.googleapis.com/${'a'.repeat(ENDPOINT_MAX)}`, false],
])('%s is a known push service: %s', (endpoint, isKnown) => {
  expect(isPushEndpoint(endpoint, { isLoopbackTaken: false })).toBe(isKnown);
});

it('this computer is one where that is said', () => {
  expect(isPushEndpoint('http://127.0.0.1:9/a', { isLoopbackTaken: true })).toBe(true);
  expect(isPushEndpoint('http://10.0.0.1:9/a', { isLoopbackTaken: true })).toBe(false);
});

import { expect, it } from 'vitest';
import { probeHost } from './ports.mjs';

it('a server is asked under the address that it listens on; one that listens on all of them, on loopback', () => {
  expect(['127.0.0.1', '0.0.0.0', '::', '10.0.0.5', '::1', 'console.internal'].map(probeHost)).toEqual([
    '127.0.0.1',
    '127.0.0.1',
    '127.0.0.1',
    '10.0.0.5',
    '[::1]',
    'console.internal',
  ]);
});

import { expect, it } from 'vitest';
import { formatFindings } from './format-audit';

it('says what is exact after its figures, and every fault of what is not', () => {
  expect(formatFindings('perpetual trading', { figures: ['three positions'], faults: [] })).toBe(
    'three positions\nperpetual trading: exact\n',
  );
  expect(formatFindings('perpetual trading', { figures: [], faults: ['a', 'b'] })).toBe('FAULT a\nFAULT b\n');
});

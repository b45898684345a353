import { expect, it } from 'vitest';
import loans from '@/messages/en/loans.json';
import { textOfWay } from './repay-ways';

it('what is paid of an overdue loan has its late fees in it, and adds nothing to the score', () => {
  expect(loans.wayTexts[textOfWay('all', 'overdue')]).toMatch(/late fees(?!.*score)/);
  expect(loans.wayTexts[textOfWay('all', 'running')]).toMatch(/^(?!.*late fees).*score/);
  expect(textOfWay('part', 'overdue')).toBe('part');
});

import { expect, it } from 'vitest';
import { hrefOfFact } from './pages';

it.each([
  ['row', 'loan', '5', '/operator/queues/loans/5'],
  ['row', 'sale', '3', '/operator/objects/presale/3'],
  ['row', 'user', '7', '/operator/users/7'],
  ['row', 'purchase', '4', null],
  ['row', 'reason', '7', null],
  ['job', 'user', '7', null],
] as const)('%s: %s %s leads to %s', (kind, name, value, href) => expect(hrefOfFact(kind, [name, value])).toBe(href));

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitsInputSchema } from '../dto/options';
import { riskLimitsChange } from './risk-limits';
import { RISK_LIMITS, type RiskLimit } from './wire';

const requestId = 'a'.repeat(16);
/** Whether the exchange and the app take this text as each of the limits. */
function takes(text: string): boolean[] {
  return RISK_LIMITS.flatMap((kind) => {
    const limits = Object.fromEntries(RISK_LIMITS.map((one) => [one, one === kind ? text : null])) as Record<RiskLimit, string | null>;
    return [
      riskLimitsChange.request.safeParse({ [`${kind}_max`]: text, request_id: requestId }).success,
      limitsInputSchema.safeParse({ limits, requestId }).success,
    ];
  });
}
const isTaken = (text: string) => [...new Set(takes(text))];

describe('a limit', () => {
  it.each(['0', '1', '999999999', '999999999.99999999', '0.00000001'])('may be %s', (text) => expect(isTaken(text)).toEqual([true]));

  it.each([
    '1000000000',
    '9'.repeat(20),
    `${'9'.repeat(20)}.5`,
    '0.000000001',
    '-1',
    '1e9',
    '1e99',
    '00',
    '01',
    '.5',
    '5.',
    '',
    ' 1',
    '１２',
    'NaN',
  ])('error: is refused by both borders when it is "%s"', (text) => expect(isTaken(text)).toEqual([false]));

  it('error: of ten integer digits or more is refused, of nine and eight decimals or fewer taken, whatever the digits', () => {
    const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[1-9][0-9]{${min - 1},${max - 1}}$`));
    fc.assert(fc.property(digits(10, 40), (text) => void expect(isTaken(text)).toEqual([false])));
    fc.assert(
      fc.property(
        digits(1, 9),
        fc.stringMatching(/^[0-9]{1,8}$/),
        (whole, part) => void expect(isTaken(`${whole}.${part}`)).toEqual([true]),
      ),
    );
  });

  it('error: of any other text is refused', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        fc.pre(!/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,8})?$/.test(text));
        expect(isTaken(text)).toEqual([false]);
      }),
    );
  });
});

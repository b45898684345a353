import { expect, it } from 'vitest';
import { z } from 'zod';
import { readAnswer } from './read-answer';

const endpoint = {
  output: z.strictObject({
    rows: z.array(z.strictObject({ id: z.string(), until: z.number().nullable() })),
    next: z.string().nullable(),
    outcome: z.discriminatedUnion('state', [
      z.strictObject({ state: z.literal('done') }),
      z.strictObject({ state: z.literal('requested'), requestId: z.string() }),
    ]),
  }),
};
const known = { rows: [{ id: '1', until: null }], next: null, outcome: { state: 'requested', requestId: '7' } };

it('leaves out what a newer exchange says more, at every depth, and changes nothing of the answer itself', () => {
  const newer = {
    ...known,
    rows: [{ id: '1', until: null, promised: 4, 'held by': 'ada' }],
    outcome: { ...known.outcome, lapses: 12 },
    total: { of: 'all' },
  };
  const before = structuredClone(newer);
  expect(readAnswer(endpoint, newer)).toEqual(known);
  expect(newer).toEqual(before);
});

it('error: what is missing or has another shape is refused, also beside unknown fields', () => {
  for (const wrong of [
    { ...known, next: undefined },
    { ...known, rows: [{ id: 1, until: null, more: true }] },
    { ...known, outcome: { state: 'later', more: true } },
    null,
    'text',
  ])
    expect(() => readAnswer(endpoint, wrong)).toThrow(z.ZodError);
});

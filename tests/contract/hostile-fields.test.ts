import { expect, it } from 'vitest';
import type { z } from 'zod';
import { OPERATIONS } from '../../lib/bff/operations';
import { HOSTILE_JSON } from '../helpers/hostile-values';

const shapeOf = (input: unknown) => (input as { shape?: Record<string, z.ZodType> }).shape ?? {};

it('security: each field of each endpoint takes or refuses every hostile value, and none makes its schema throw', async () => {
  const thrown: string[] = [];
  let asked = 0;
  for (const { id, input } of OPERATIONS) {
    for (const [field, schema] of Object.entries(shapeOf(input))) {
      for (const value of HOSTILE_JSON) {
        asked += 1;
        await schema.safeParseAsync(value).catch((error: Error) => thrown.push(`${id}.${field}: ${error.message}`));
      }
    }
  }
  expect(thrown).toEqual([]);
  expect(asked).toBeGreaterThan(5_000);
});

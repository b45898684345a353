import type { z } from 'zod';
import { definitionOf } from './schema-values';

/** Texts at the bounds of what answers hold. */
const TEXTS = [
  ...['', 'x', '1', '0', '-0', '100', '999999999999999999', '0.000000000000000001', '99999999999999999999.999999999999999999'],
  ...['-99999999999999999999.999999999999999999', 'USDT', 'ZZZZZZZZZZ', 'BTC-USDT', 'ZZ-ZZ', 'ERC20', 'USD', 'abc', 'a.b', 'order:1'],
  ...['\u202ex', '<b>', '[]', '{}', '__proto__', 'javascript:alert(1)', 'https://x.example/a', '00000000-0000-0000-0000-000000000000'],
  ...['a'.repeat(32), 'A'.repeat(22), 'A'.repeat(43), 'a'.repeat(64), `B${'A'.repeat(86)}`, `0x${'a'.repeat(40)}`],
];
const NUMBERS = [
  0,
  1,
  -1,
  2,
  0.5,
  100,
  1e9,
  1_772_366_400_000,
  1_772_366_400_000_000,
  8.64e15,
  Number.MAX_SAFE_INTEGER,
  1e21,
  1e308,
  5e-324,
];
const NAMES = ['btc_usdt', 'USDT', 'x', '', '__proto__', 'constructor'];

/** Returns a sequence of fractions from 0 to 1 that is the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

/** Returns an answer that a schema takes, at its bounds where its fields have any. */
export function drawAnswer(schema: z.ZodType, random: () => number): unknown {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const among = (values: readonly unknown[]) => pick(values.filter((value) => schema.safeParse(value).success));
  const def = definitionOf(schema);
  const draw = (inner: z.ZodType | undefined) => drawAnswer(inner as z.ZodType, random);
  switch (def.type) {
    case 'string':
      return among(TEXTS);
    case 'number':
      return among(NUMBERS);
    case 'boolean':
      return random() < 0.5;
    case 'enum':
      return pick(Object.values(def.entries ?? {}));
    case 'literal':
      return def.values?.[0];
    case 'array': {
      const length = Math.floor(random() * 4);
      const list = Array.from({ length }, () => draw(def.element));
      return schema.safeParse(list).success ? list : drawWhole(schema, () => draw(def.element));
    }
    case 'tuple':
      return (def.items ?? []).map(draw);
    case 'record':
      return Object.fromEntries(Array.from({ length: Math.floor(random() * 4) }, () => [pick(NAMES), draw(def.valueType)]));
    case 'object': {
      const members = Object.entries(def.shape ?? {}).map(([name, member]) => [name, draw(member)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    case 'union':
      return draw(pick(def.options ?? []));
    case 'pipe':
      return draw(def.in);
    case 'nullable':
      return random() < 0.3 ? null : draw(def.innerType);
    case 'optional':
    case 'default':
      return random() < 0.3 ? undefined : draw(def.innerType);
    default:
      return null;
  }
}

/** A list of a length that its schema wants. */
function drawWhole(schema: z.ZodType, draw: () => unknown): unknown {
  const list: unknown[] = [];
  while (list.length < 20 && !schema.safeParse(list).success) list.push(draw());
  return list;
}

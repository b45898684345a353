import type { z } from 'zod';

/** What is read here of a schema's definition, of whichever kind it is. */
type Definition = {
  type: string;
  entries?: Record<string, string>;
  values?: unknown[];
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  keyType?: z.ZodType;
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  left?: z.ZodType;
  right?: z.ZodType;
  options?: z.ZodType[];
  items?: z.ZodType[];
};
export const definitionOf = (schema: z.ZodType): Definition => schema._zod.def as unknown as Definition;

/** Texts of which one fits nearly every field with a pattern. */
const TEXTS = [
  ...['1', 'x', 'abc', 'abc-1', 'a@b.example', '0.1', '0.001', '7', '123456', 'USDT', 'ERC20', 'BTC-USDT', 'loan 1'],
  ...['2026-03-01', '2026-03-01T00:00:00Z', `0x${'a'.repeat(40)}`, 'a'.repeat(32), 'A'.repeat(32), 'A'.repeat(43), 'a'.repeat(64)],
];
const NUMBERS = [1, Date.UTC(2026, 2, 1), 10, 0];
const find = (schema: z.ZodType, values: readonly unknown[]) => values.find((value) => schema.safeParse(value).success) ?? values[0];

/** Returns a value in the shape of a schema, with every member that may be left out; a text or number that none of the known ones fits may be refused. */
export function fillSchema(schema: z.ZodType): unknown {
  const def = definitionOf(schema);
  const of = (inner: z.ZodType | undefined) => fillSchema(inner as z.ZodType);
  switch (def.type) {
    case 'string':
      return find(schema, TEXTS);
    case 'number':
      return find(schema, NUMBERS);
    case 'boolean':
      return true;
    case 'enum':
      return Object.values(def.entries ?? {})[0];
    case 'literal':
      return def.values?.[0];
    case 'array':
      return [of(def.element)];
    case 'tuple':
      return (def.items ?? []).map(fillSchema);
    case 'record': {
      const { type, entries = {} } = definitionOf(def.keyType as z.ZodType);
      return Object.fromEntries((type === 'enum' ? Object.values(entries) : ['en']).map((name) => [name, of(def.valueType)]));
    }
    case 'object':
      return Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, member]) => [name, fillSchema(member)]));
    case 'union':
      return of(def.options?.[0]);
    case 'intersection':
      return { ...(of(def.left) as object), ...(of(def.right) as object) };
    case 'pipe':
      return of(def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return of(def.innerType);
    case 'unknown':
      return {};
    default:
      return null;
  }
}

type Place = readonly (string | number)[];
/** Returns where in a value plain values stand. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return Object.entries(value).flatMap(([name, member]) => placesIn(member, [...at, Array.isArray(value) ? Number(name) : name]));
}

/** Returns a copy of a value with another one in a place. */
export function putIn(value: unknown, [name, ...rest]: Place, other: unknown): unknown {
  if (name === undefined) return other;
  const member = (value as Record<string | number, unknown>)[name];
  if (Array.isArray(value)) return value.with(Number(name), putIn(member, rest, other));
  return { ...(value as object), [name]: putIn(member, rest, other) };
}

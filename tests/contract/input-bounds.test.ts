import { expect, it } from 'vitest';
import type { z } from 'zod';
import { acts } from '../../exchange/operator/actions';
import { OPERATIONS } from '../../lib/bff/operations';
import { OPERATOR_ENDPOINTS } from '../../lib/operator/endpoints';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { definitionOf } from '../helpers/schema-values';

/** The longest body of any border: nothing longer reaches a schema. */
const BODY_MAX = 512 * 1024;
const CPU_MS_MAX = 500;
/** Bounded by their own rule. */
const RULED = [
  // Read by the schema of the kind and code that it is of, in the same object.
  'registry.change.terms',
  // A function checks the bytes of a picture.
  'handoffPicture.file',
  'pictureUpload.file',
];

type Check = { check: string; maximum?: number; length?: number; value?: number; format?: string; pattern?: RegExp };
const checksOf = (schema: z.ZodType): Check[] => {
  const { checks = [], ...own } = schema._zod.def as unknown as { checks?: z.core.$ZodCheck[] } & Partial<Check>;
  const all = checks.map((check) => check._zod.def as unknown as Check);
  return own.check === undefined ? all : [...all, own as Check];
};
const boundOf = (checks: readonly Check[]) => checks.find(({ check }) => check === 'max_length' || check === 'length_equals');

type Found = { place: string; fault: string };
type Pattern = { place: string; pattern: RegExp; longest: number };
const faults: Found[] = [];
const patterns: Pattern[] = [];

function checkString(schema: z.ZodType, place: string): void {
  const checks = checksOf(schema);
  const bound = boundOf(checks);
  const longest = bound?.maximum ?? bound?.length;
  const own = checks.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  for (const pattern of own) patterns.push({ place, pattern, longest: longest ?? BODY_MAX });
  if (longest === undefined && !own.some(isBounded)) faults.push({ place, fault: 'a text without a bound' });
}

/** Whether a pattern is of the whole text and repeats nothing without an end. */
function isBounded({ source }: RegExp): boolean {
  const plain = source.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]/g, 'x');
  return plain.startsWith('^') && plain.endsWith('$') && !/[*+]|\{\d+,\}/.test(plain);
}

function checkNumber(schema: z.ZodType, place: string): void {
  const checks = checksOf(schema);
  const isInteger = checks.some(({ format }) => format === 'safeint');
  const isBetween = ['less_than', 'greater_than'].every((kind) => checks.some(({ check }) => check === kind));
  if (!isInteger && !isBetween) faults.push({ place, fault: 'a number without bounds' });
}

type Part = readonly [z.ZodType | undefined, string];
/** Kinds of schemas that have no parts, or none with a bound of its own. */
const PLAIN = ['string', 'number', 'enum', 'literal', 'boolean'];
/** Returns the parts of a schema, each with what it adds to the place. */
function partsOf(schema: z.ZodType): Part[] {
  const { shape = {}, element, keyType, valueType, options = [], left, right, in: taken, innerType } = definitionOf(schema);
  const members = Object.entries(shape).map(([name, member]): Part => [member, `.${name}`]);
  const same = [...options, left, right, taken, innerType].map((part): Part => [part, '']);
  const all: Part[] = [...members, [element, '[]'], [keyType, '{}'], [valueType, '{}'], ...same];
  return all.filter(([part]) => part !== undefined);
}

/** Notes what of an input has no bound, and its patterns. */
function walk(schema: z.ZodType, place: string): void {
  if (RULED.includes(place)) return;
  const { type } = definitionOf(schema);
  const parts = partsOf(schema);
  if (type === 'string') checkString(schema, place);
  if (type === 'number') checkNumber(schema, place);
  if (type === 'array' && boundOf(checksOf(schema)) === undefined) faults.push({ place, fault: 'a list without a bound' });
  if (parts.length === 0 && !PLAIN.includes(type) && type !== 'object') faults.push({ place, fault: `nothing is known of ${type}` });
  for (const [part, name] of parts) walk(part as z.ZodType, place + name);
}

for (const { id, request } of CATALOGUE) walk(request, id);
for (const { id, input } of OPERATIONS) walk(input, id);
for (const { name, input } of OPERATOR_ENDPOINTS) walk(input, name);
for (const name of acts.names) walk(acts.inputOf(name), name);

it('security: each text, list and number that anybody may send has a bound', () => {
  expect(faults).toEqual([]);
  expect(patterns.length).toBeGreaterThan(400);
});

it('security: no pattern takes longer than its field is long, whatever is sent', () => {
  const slow: string[] = [];
  const known = new Map(patterns.map((one) => [`${one.pattern} ${one.longest}`, one]));
  for (const { place, pattern, longest } of known.values()) {
    const lengths = [16, 24, 32, 400, 5_000, longest].filter((length) => length <= longest);
    const isSlow = lengths.some((length) => [...'a0AZ9.-_,:/ $@'].some((sign) => takesLong(pattern, sign, length)));
    if (isSlow) slow.push(`${place} ${pattern}`);
  }
  expect(slow).toEqual([]);
});

/** A run of one sign, of pairs with every other end: what a pattern begins to take and then refuses. */
function takesLong(pattern: RegExp, sign: string, length: number): boolean {
  const before = process.cpuUsage();
  for (const text of [
    sign.repeat(length),
    `${sign.repeat(length - 1)}!`,
    `${`${sign}0`.repeat(length / 2)}!`,
    `0x${sign.repeat(length - 2)}!`,
  ])
    pattern.test(text);
  return process.cpuUsage(before).user / 1_000 > CPU_MS_MAX;
}

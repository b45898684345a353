import { z } from 'zod';
import type { TermShape } from '../../lib/operator/terms';

type Json = {
  type?: string;
  properties?: Record<string, Json>;
  items?: Json;
  prefixItems?: Json[];
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: (string | number)[];
  const?: string | number;
  pattern?: string;
  allOf?: Json[];
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** A form of more rows would be no form. */
const NO_BOUND = Number.MAX_SAFE_INTEGER;
const bound = (value: number | undefined) => (value === undefined || Math.abs(value) >= NO_BOUND ? null : value);

/** Returns what terms are made of by their schema: the form that they are typed in asks for what the exchange judges. */
export function shapeOfTerms(schema: z.ZodType): TermShape {
  return toShape(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);
}

function toShape(json: Json): TermShape {
  const ways = json.anyOf ?? json.oneOf;
  if (ways !== undefined) {
    const [first, ...rest] = ways.filter(({ type }) => type !== 'null');
    const shape =
      rest.length === 0 && first !== undefined
        ? toShape(first)
        : ({ kind: 'choice', options: ways.flatMap(optionsOf) } satisfies TermShape);
    return ways.some(({ type }) => type === 'null') ? { ...shape, isNullable: true } : shape;
  }
  const options = optionsOf(json);
  if (options.length > 0) return { kind: 'choice', options };
  if (json.properties !== undefined) {
    return { kind: 'group', fields: Object.entries(json.properties).map(([name, field]) => [name, toShape(field)]) };
  }
  if (json.prefixItems !== undefined) return { kind: 'fixed', items: json.prefixItems.map(toShape) };
  if (json.type === 'array') return { kind: 'rows', item: toShape(json.items ?? {}), min: json.minItems ?? 0, max: bound(json.maxItems) };
  if (json.type === 'boolean') return { kind: 'flag' };
  if (json.type === 'integer' || json.type === 'number') {
    return { kind: 'whole', min: bound(json.minimum), max: bound(json.maximum) };
  }
  return toText(json);
}

const optionsOf = (json: Json): (string | number)[] => json.enum ?? (json.const === undefined ? [] : [json.const]);

/** A text that takes some number and no word is a decimal. */
function toText(json: Json): TermShape {
  const patterns = [json, ...(json.allOf ?? [])].flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  const takes = (text: string) => patterns.every((pattern) => new RegExp(pattern).test(text));
  const isDecimal = patterns.length > 0 && ['0.5', '1', '50'].some(takes) && !['A', 'AB', 'ABC-DEF', 'abc'].some(takes);
  return isDecimal ? { kind: 'decimal', pattern: patterns.at(-1) ?? null } : { kind: 'text', max: bound(json.maxLength) };
}

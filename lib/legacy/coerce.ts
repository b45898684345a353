import type { z } from 'zod';
import { NumberText, plainDigits } from './json-text';

type Definition = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  items?: z.ZodType[];
  valueType?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
};

const EMPTY = new Set<unknown>(['', null, undefined, false]);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);
}

function toText(value: unknown): unknown {
  if (value instanceof NumberText) return plainDigits(value.digits) ?? value.digits;
  if (typeof value === 'number') return plainDigits(String(value)) ?? value;
  // Some backends print their own doubles into strings.
  if (typeof value === 'string' && /^-?\d+(\.\d+)?[eE][+-]?\d+$/.test(value)) return plainDigits(value) ?? value;
  return value;
}

function toNumber(value: unknown): unknown {
  if (value instanceof NumberText) return Number(value.digits);
  return typeof value === 'string' && /^-?\d{1,20}(\.\d{1,20})?$/.test(value.trim()) ? Number(value) : value;
}

function toBoolean(value: unknown): unknown {
  if (value === 1 || value === '1' || value === 'true') return true;
  return value === 0 || value === '0' || value === 'false' ? false : value;
}

/** A PHP array with gaps or names arrives as an object keyed by id; one counted from 0 arrives as a list. */
function toList(value: unknown): unknown {
  if (EMPTY.has(value)) return [];
  return isRecord(value) ? Object.values(value) : value;
}

function toObject(value: unknown, shape: Record<string, z.ZodType>): unknown {
  if (Array.isArray(value)) {
    const rows: Record<string, unknown> = Object.fromEntries(value.map((entry, index) => [String(index), entry]));
    return toObject(rows, shape);
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, member]) => {
      const coerced = coerce(Object.hasOwn(value, key) ? value[key] : undefined, member);
      return coerced === undefined ? [] : [[key, coerced]];
    }),
  );
}

function toMap(value: unknown, valueType: z.ZodType): unknown {
  if (EMPTY.has(value)) return {};
  const entries = Array.isArray(value)
    ? value.map((entry, index) => [String(index), entry] as const)
    : isRecord(value)
      ? Object.entries(value)
      : null;
  return entries === null ? value : Object.fromEntries(entries.map(([key, entry]) => [key, coerce(entry, valueType)]));
}

function toMaybe(value: unknown, { inner, absent }: { inner: z.ZodType; absent: null | undefined }): unknown {
  if (value === null || value === undefined) return absent;
  const type = (inner._zod.def as Definition).type;
  if (value === '' || value === false) {
    const coerced = coerce(value, inner);
    return type === 'boolean' || inner.safeParse(coerced).success ? coerced : absent;
  }
  return coerce(value, inner);
}

/**
 * Returns the value in the form that the schema asks for, as far as that changes no meaning: numbers and strings, lists and objects, the
 * many ways of saying "empty". It never invents a value: a missing amount stays missing, and the strict parse after it decides.
 */
export function coerce(value: unknown, schema: z.ZodType): unknown {
  const def = schema._zod.def as Definition;
  switch (def.type) {
    case 'object':
      return toObject(value, def.shape ?? {});
    case 'array': {
      const list = toList(value);
      return Array.isArray(list) && def.element !== undefined ? list.map((entry) => coerce(entry, def.element as z.ZodType)) : list;
    }
    case 'tuple': {
      const list = toList(value);
      return Array.isArray(list) ? list.slice(0, def.items?.length).map((entry, i) => coerce(entry, def.items?.[i] as z.ZodType)) : list;
    }
    case 'record':
      return toMap(value, def.valueType as z.ZodType);
    case 'string':
    case 'enum':
      return toText(value);
    case 'number':
      return toNumber(value);
    case 'boolean':
      return toBoolean(value);
    case 'nullable':
      return toMaybe(value, { inner: def.innerType as z.ZodType, absent: null });
    case 'optional':
      return toMaybe(value, { inner: def.innerType as z.ZodType, absent: undefined });
    case 'default':
      return value === undefined || value === null ? undefined : coerce(value, def.innerType as z.ZodType);
    default:
      return value;
  }
}

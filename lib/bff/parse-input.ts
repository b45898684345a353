import type { z } from 'zod';
import { AppError } from '../errors/app-error';

/** Our own `field` names are short; a hostile key is not repeated at length. */
export const FIELD_LENGTH_MAX = 64;

/** Returns what the schema makes of a value. @throws REQUEST_INVALID with the field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  const field = name === undefined || name === '' ? undefined : name.slice(0, FIELD_LENGTH_MAX);
  throw new AppError('REQUEST_INVALID', { detail: issue?.message ?? '', ...(field === undefined ? {} : { field }) });
}

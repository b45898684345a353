import type { z } from 'zod';
import type { OperatorEndpoint } from './define';

type Holder = Record<PropertyKey, unknown>;

/** Returns a copy of `value` without the keys that `issues` name; null when something else is wrong, too. */
function dropUnknownKeys(value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') return null;
    const holder = issue.path.reduce<unknown>((at, key) => (at as Holder)[key], copy) as Holder;
    for (const key of issue.keys) delete holder[key];
  }
  return copy;
}

/**
 * Reads what an endpoint answered. The exchange, which may be newer than who reads, answers in its own strict shape; fields that the reader doesn't know are left out,
 * anything else that is wrong is refused.
 * @throws ZodError
 */
export function readAnswer<Output>({ output }: Pick<OperatorEndpoint<never, Output>, 'output'>, answer: unknown): Output {
  const read = output.safeParse(answer);
  if (read.success) return read.data;
  return output.parse(dropUnknownKeys(answer, read.error.issues) ?? answer);
}

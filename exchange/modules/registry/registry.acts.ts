import { z } from 'zod';
import { ActRefused, defineAct } from '../operators/operators';
import { findTermsSchema, isChangeable, REGISTRY_KINDS } from './registry.kinds';
import { canonical, insertVersion, lockNewest } from './registry.repository';

/** A change is public for at least this long before it takes effect; every process knows of it by then. */
export const NOTICE_MS = 10 * 60_000;
/** Nothing is decided for years ahead. */
const AHEAD_MAX_MS = 366 * 86_400_000;

const schema = z
  .strictObject({
    kind: z.enum(REGISTRY_KINDS),
    code: z.string().min(1).max(30),
    terms: z.unknown(),
    takesEffectAt: z.number().int().positive(),
    note: z.string().trim().min(1).max(300),
  })
  .transform((input, context) => {
    const parsed = findTermsSchema(input.kind, input.code)?.safeParse(input.terms);
    if (parsed?.success) return { ...input, terms: parsed.data };
    const issue = parsed?.error.issues[0];
    context.addIssue({
      code: 'custom',
      path: ['terms', ...(issue?.path ?? [])],
      message: issue?.message ?? `there is no ${input.kind} ${input.code}`,
    });
    return z.NEVER;
  });

/** A new version of an entry, in force from a stated time on. Versions take effect in their order. */
export const changeRegistryAct = defineAct({
  name: 'registry.change',
  schema,
  describe: ({ kind, code, terms, takesEffectAt, note }) => [
    `${kind} ${code} from ${new Date(takesEffectAt).toISOString()} on:`,
    ...Object.entries(terms as object).map(([name, value]) => `  ${name}: ${canonical(value)}`),
    `public note: ${note}`,
  ],
  async run(tx, { input: { kind, code, terms, takesEffectAt, note }, at }) {
    if (!isChangeable(kind, code)) throw new ActRefused('INPUT_INVALID', `The terms of ${kind} ${code} stand in the code of this version.`);
    if (takesEffectAt < at + NOTICE_MS || takesEffectAt > at + AHEAD_MAX_MS) {
      throw new ActRefused('INPUT_INVALID', 'A change takes effect at least ten minutes after its approval, and within a year.');
    }
    const newest = await lockNewest(tx, { kind, code });
    if (newest === null) throw new ActRefused('INPUT_INVALID', `There is no ${kind} ${code}.`);
    if (newest.takesEffectAt >= takesEffectAt) throw new ActRefused('INPUT_INVALID', 'A later change of it has been announced before.');
    if (kind === 'asset' && scaleOf(newest.terms) !== scaleOf(terms)) throw new ActRefused('INPUT_INVALID', 'An asset keeps its scale.');
    const version = newest.version + 1;
    await insertVersion(tx, { kind, code, version, terms, takesEffectAt, announcedAt: at, note });
    return `${kind} ${code} has version ${version} from ${new Date(takesEffectAt).toISOString()} on`;
  },
});

function scaleOf(terms: unknown): unknown {
  return typeof terms === 'object' && terms !== null && 'scale' in terms ? terms.scale : null;
}

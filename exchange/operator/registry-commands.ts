import type { ActionName } from '../modules/operators/operators';
import { listNewestRows } from '../modules/registry/registry';
import type { Database } from '../platform/db';
import { formatRegistry } from './format-requests';
import { readJson } from './read-json';

type Result = { code: number; text: string };
type Call = { db: Database; words: readonly string[]; note: string };
type Door<C extends Call> = { act(call: C, name: ActionName, input: unknown): Promise<Result> };

export const REGISTRY_USAGE = `  registry                              the newest 50 versions of assets, networks, markets and products
  registry change <kind> <code> <version> <time> <terms as JSON> --note TEXT
                                        ask for another version in place of the one that was read, in force from a time on (2026-03-01T12:00:00Z)
                                        that is at least ten minutes after its approval; the note is public
  fees change <spot|perpetual> <version> <maker> <taker> <time> --note TEXT
                                        ask for other fees of trading in place of those of the version that was read, as fractions (0.001 is 0.1 %),
                                        in force at least a day after the approval; every member is told at once
`;

const REGISTRY_PAGE = 50;

/** Returns the commands of what is listed, and of what trading costs. */
export function createRegistryCommands<C extends Call>({ act }: Door<C>) {
  return {
    async registry(call: C): Promise<Result> {
      const [name, kind = '', code = '', base = '', time = '', terms] = call.words;
      if (name === undefined) {
        return { code: 0, text: formatRegistry(await listNewestRows(call.db.read, { limit: REGISTRY_PAGE, offset: 0 })) };
      }
      if (name !== 'change') return { code: 2, text: REGISTRY_USAGE };
      const input = { kind, code, base, terms: readJson(terms), takesEffectAt: Date.parse(time), note: call.note };
      return act(call, 'registry.change', input);
    },
    async fees(call: C): Promise<Result> {
      const [word, product, base, makerFeeRate, takerFeeRate, time = ''] = call.words;
      if (word !== 'change') return { code: 2, text: REGISTRY_USAGE };
      const input = { product, base, makerFeeRate, takerFeeRate, takesEffectAt: Date.parse(time), note: call.note };
      return act(call, 'fees.change', input);
    },
  };
}

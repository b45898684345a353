import type { ActionName } from '../modules/operators/operators';
import { describePresales } from '../modules/presale/presale';
import type { Database } from '../platform/db';
import { readJson } from './read-json';

type Result = { code: number; text: string };
type Call = { db: Database; words: readonly string[] };
type Door<C extends Call> = {
  act(call: C, name: ActionName, input: unknown): Promise<Result>;
};

export const PRESALE_USAGE = `  presale                               the newest 50 pre-sales
  presale open <file>                   ask for one to be opened: { "code", "asset", "supply", "price", "mode": "first-come" or "pro-rata", "min", "max",
                                        "ends" }, and "starts", "softCap", "vesting": { "first": 25, "parts": 3, "days": 30 } if there is one
  presale change <presale> <version> <file>
                                        ask for other terms in place of the version that was read, as long as nobody has bought: the same without "code",
                                        "asset" and "supply"
  presale cancel <presale>              ask for it to be called off: every payment goes back
`;

/** Returns the command of pre-sales. */
export function createPresaleCommands<C extends Call>({ act }: Door<C>) {
  async function list(call: C): Promise<Result> {
    const lines = (await describePresales(call.db.read)).map(
      ({ id, version, code, asset, price, supply, sold, mode, startsAt, endsAt, state, outcome }) =>
        `${id}  ${code}  version ${version}  asked for ${sold} of ${supply} ${asset} at ${price}  ${mode}  ${new Date(startsAt).toISOString()} to ${new Date(endsAt).toISOString()}  ${outcome ?? state}\n`,
    );
    return { code: 0, text: lines.length === 0 ? 'there is no pre-sale\n' : lines.join('') };
  }
  return {
    async presale(call: C): Promise<Result> {
      const [word, name = '', base = '', file = ''] = call.words;
      if (word === 'open') return act(call, 'presale.open', readJson(name));
      if (word === 'change') return act(call, 'presale.change', { ...readJson(file), id: name, base });
      if (word === 'cancel') return act(call, 'presale.cancel', { id: name });
      return word === undefined ? list(call) : { code: 2, text: PRESALE_USAGE };
    },
  };
}

import type { ActName } from '../modules/operators/operators';
import { describePresales } from '../modules/presale/presale';
import type { Database } from '../platform/db';
import { readJson } from './read-json';

type Result = { code: number; text: string };
type Call = { db: Database; words: readonly string[] };
type Door<C extends Call> = {
  act(call: C, name: ActName, input: unknown): Promise<Result>;
  admit(call: C): Promise<void>;
};

export const PRESALE_USAGE = `  presale                               the newest 50 pre-sales
  presale open <file>                   ask for one to be opened: { "code", "asset", "supply", "price", "mode": "first-come" or "pro-rata", "min", "max",
                                        "ends" }, and "starts", "softCap", "vesting": { "first": 25, "parts": 3, "days": 30 } if there is one
  presale change <presale> <file>       ask for other terms, as long as nobody has bought: the same without "code", "asset" and "supply"
  presale cancel <presale>              ask for it to be called off: every payment goes back
`;

/** Returns the command of pre-sales. */
export function createPresaleCommands<C extends Call>({ act, admit }: Door<C>) {
  async function list(call: C): Promise<Result> {
    await admit(call);
    const lines = (await describePresales(call.db.read)).map(
      ({ id, code, asset, price, supply, sold, mode, startsAt, endsAt, state, outcome }) =>
        `${id}  ${code}  ${sold} of ${supply} ${asset} at ${price}  ${mode}  ${new Date(startsAt).toISOString()} to ${new Date(endsAt).toISOString()}  ${outcome ?? state}\n`,
    );
    return { code: 0, text: lines.length === 0 ? 'there is no pre-sale\n' : lines.join('') };
  }
  return {
    async presale(call: C): Promise<Result> {
      const [word, name = '', file = ''] = call.words;
      if (word === 'open') return act(call, 'presale.open', readJson(name));
      if (word === 'change') return act(call, 'presale.change', { ...readJson(file), id: name });
      if (word === 'cancel') return act(call, 'presale.cancel', { id: name });
      return word === undefined ? list(call) : { code: 2, text: PRESALE_USAGE };
    },
  };
}

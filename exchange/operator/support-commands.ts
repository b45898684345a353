import { writeFile } from 'node:fs/promises';
import type { ExchangeEnv } from '../env';
import { showPicture } from '../modules/files/files';
import { type ActionName, ActionRefused } from '../modules/operators/operators';
import { listSupportQueue, showThread } from '../modules/support/support';
import type { Database } from '../platform/db';
import { createLazySealing } from '../platform/sealing';

type Result = { code: number; text: string };
type Call = {
  db: Database;
  env: Pick<ExchangeEnv, 'dataDir' | 'sandbox'> & Partial<Pick<ExchangeEnv, 'filesKey'>>;
  words: readonly string[];
  now(): number;
};
/** What the command line does for all its commands: proves who acts, and goes through the one door. */
type Door<C extends Call> = {
  act(call: C, name: ActionName, input: unknown): Promise<Result>;
  /** Lets who may look at a list that names members, and writes into the log that they did. */
  look(call: C, list: string): Promise<void>;
};

export const SUPPORT_USAGE = `  support                               who waits for an answer, the longest first, the first 100
  support read <user>                   the newest 50 lines of somebody's thread; the look is logged
  support picture <id> <file>           writes a picture that came with a line into a file; the look is logged
  support answer <user> <text>          answers; the person sees it at once
  account freeze <user>                 ends all sessions; nobody signs in and no money leaves
  account unfreeze <user>               asks for that freeze to be lifted; a freeze of the owner's own stays
  account remove-factor <user>          asks for an authenticator to be taken away that a mailed link contests
`;

const toTime = (ms: number) => new Date(ms).toISOString();

/** Returns the commands of support, and those about somebody's account. */
export function createSupportCommands<C extends Call>({ act, look }: Door<C>) {
  async function list(call: C): Promise<Result> {
    await look(call, 'support');
    const waits = await listSupportQueue(call.db.read);
    const lines = waits.map(
      ({ userId, username, askedAt, promisedAt }) =>
        `user ${userId}  ${username}  asked ${toTime(askedAt)}  by ${toTime(promisedAt)}${promisedAt < call.now() ? '  LATE' : ''}\n`,
    );
    return { code: 0, text: lines.length === 0 ? 'nobody waits for an answer\n' : lines.join('') };
  }
  async function read(call: C, user: string): Promise<Result> {
    await act(call, 'support.read', { user });
    const lines = await showThread(call.db.read, user);
    return {
      code: 0,
      text: lines
        .map(
          ({ at, operator, about, picture, text }) =>
            `${toTime(at)}  ${operator ?? 'user'}${about === null ? '' : `  about ${about}`}${picture === null ? '' : `  picture ${picture}`}\n  ${text.replaceAll('\n', '\n  ')}\n`,
        )
        .join(''),
    };
  }
  async function writePicture(call: C, id: string, file: string): Promise<Result> {
    if (file === '') throw new ActionRefused('INPUT_INVALID', 'support picture <id> <file>');
    const { text } = await act(call, 'support.picture', { id });
    const sealing = await createLazySealing({ ...call.env, filesKey: call.env.filesKey ?? null })();
    await writeFile(file, await showPicture(call.db.read, { id, sealing, now: call.now() }), { mode: 0o600 });
    return { code: 0, text };
  }
  return {
    account(call: C): Promise<Result> {
      const [word, user = ''] = call.words;
      if (word === 'freeze' || word === 'unfreeze' || word === 'remove-factor') return act(call, `account.${word}`, { user });
      throw new ActionRefused('INPUT_INVALID', 'account freeze, account unfreeze or account remove-factor');
    },
    support(call: C): Promise<Result> {
      const [word, user = '', ...text] = call.words;
      if (word === undefined) return list(call);
      if (word === 'read') return read(call, user);
      if (word === 'picture') return writePicture(call, user, text[0] ?? '');
      if (word === 'answer') return act(call, 'support.answer', { user, text: text.join(' ') });
      throw new ActionRefused('INPUT_INVALID', 'support, support read, support picture or support answer');
    },
  };
}

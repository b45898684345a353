import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { resealExports } from '../modules/data-export/data-export';
import { resealFiles, showPicture } from '../modules/files/files';
import { resealFactors } from '../modules/security/security';
import { resealAgreements } from '../modules/loans/loans';
import { describeSubmission, listIdentityQueue, resealNumbers } from '../modules/identity/identity';
import { type ActionName, ActionRefused, defineAction, resealCredentials } from '../modules/operators/operators';
import { describeVipClaims } from '../modules/vip/vip';
import type { ExchangeEnv } from '../env';
import type { Database } from '../platform/db';
import { addSandboxKey, createLazySealing } from '../platform/sealing';

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

export const IDENTITY_USAGE = `  identity                              what waits for review, the first 100
  identity show <submission>            what somebody sent; the look is logged
  identity approve <submission>
  identity reject <submission> <reason> <page,page>
                                        after 48 hours a second operator approves it; reasons: unreadable, cropped, expired, mismatch,
                                        not-holding, unsupported; pages: details, front, back, hold
  vip                                   claims of VIP levels from 7 on that nobody has fulfilled
  vip fulfil <user> <level> <note>      what was handed over; a second operator approves it
  picture <id> <file>                   writes somebody's picture into a file; the look is logged
  rotate-files-key                      seals all pictures, numbers, agreements, copies of data and authenticators anew under the first key of FILES_KEY (in a sandbox: under a new one)
`;

/** Sealing anew changes nothing that anybody sees; that it was done is in the log. */
export const rotateFilesKeyAction = defineAction({
  name: 'files.rotate-key',
  schema: z.strictObject({ keyId: z.string().max(40) }),
  describe: ({ keyId }) => [`everything sealed is sealed anew under the key ${keyId}`],
  run: (_tx, { input }) => Promise.resolve(`sealing anew under the key ${input.keyId} was begun`),
});

const sealingOf = ({ env }: Call) => createLazySealing({ ...env, filesKey: env.filesKey ?? null })();
const say = (text: string): Result => ({ code: 0, text });
const toTime = (ms: number) => new Date(ms).toISOString();

/** Returns the commands about people's details and pictures; null is none of them. */
export function createIdentityCommands<C extends Call>({ act, look }: Door<C>) {
  async function listQueue(call: C): Promise<Result> {
    await look(call, 'identity');
    const rows = await listIdentityQueue(call.db.read);
    if (rows.length === 0) return say('nothing waits for review\n');
    const isLate = (until: number) => (until < call.now() ? '  LATE' : '');
    return say(
      rows
        .map(
          (row) =>
            `${row.id}  user ${row.userId}  sent ${toTime(row.submittedAt)}  by ${toTime(row.reviewUntil)}${isLate(row.reviewUntil)}\n`,
        )
        .join(''),
    );
  }

  async function show(call: C, id: string): Promise<Result> {
    await act(call, 'identity.read', { id });
    const sealing = await sealingOf(call);
    return say(`${(await call.db.transaction((tx) => describeSubmission(tx, { id, sealing }))).join('\n')}\n`);
  }

  async function reject(call: C, id: string): Promise<Result> {
    const [, , reason, pages = ''] = call.words;
    const found = (await listIdentityQueue(call.db.read)).find((row) => row.id === id);
    const isLate = found !== undefined && call.now() > found.reviewUntil;
    const input = { id, reason, resend: pages.split(',').filter((page) => page !== '') };
    return act(call, isLate ? 'identity.reject-late' : 'identity.reject', input);
  }

  return {
    async identity(call: C): Promise<Result> {
      const [word, id = ''] = call.words;
      if (word === undefined) return listQueue(call);
      if (word === 'show') return show(call, id);
      if (word === 'approve') return act(call, 'identity.approve', { id });
      if (word === 'reject') return reject(call, id);
      throw new ActionRefused('INPUT_INVALID', 'identity show, approve or reject');
    },

    async vip(call: C): Promise<Result> {
      const [word, user = '', level = '', ...note] = call.words;
      if (word === 'fulfil') return act(call, 'vip.fulfil', { user, level, note: note.join(' ') });
      await look(call, 'claims');
      const lines = await describeVipClaims(call.db.read);
      return say(lines.length === 0 ? 'no claim waits\n' : `${lines.join('\n')}\n`);
    },

    async picture(call: C): Promise<Result> {
      const [id = '', path] = call.words;
      if (path === undefined) throw new ActionRefused('INPUT_INVALID', 'Into which file?');
      await act(call, 'files.read', { id });
      const jpeg = await showPicture(call.db.read, { id, sealing: await sealingOf(call), now: call.now() });
      await writeFile(path, jpeg, { mode: 0o600 });
      return say(`picture ${id} is in ${path}: delete it when you have seen it\n`);
    },

    async 'rotate-files-key'(call: C): Promise<Result> {
      if (call.env.filesKey == null && call.env.sandbox) await addSandboxKey(call.env.dataDir);
      const sealing = await sealingOf(call);
      await act(call, 'files.rotate-key', { keyId: sealing.currentKeyId });
      const files = await resealFiles(call.db, sealing);
      const numbers = await resealNumbers(call.db, sealing);
      const agreements = await resealAgreements(call.db, sealing);
      const parts = await resealExports(call.db, sealing);
      await resealCredentials(call.db, sealing);
      const factors = await resealFactors(call.db, sealing);
      return say(
        `${files} pictures, ${numbers} numbers, ${agreements} agreements, ${parts} parts of copies and ${factors} authenticators sealed anew under the key ${sealing.currentKeyId}; recovery codes that were made before count as long as their key stays\n`,
      );
    },
  };
}

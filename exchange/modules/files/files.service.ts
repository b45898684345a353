import { randomBytes } from 'node:crypto';
import { createTokenBuckets } from '../../../lib/bounds/token-buckets';
import { HANDOFF_MS } from '../../../lib/protocol/files';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createToken, hashText } from '../../platform/ids';
import { canSeal, createLazySealing } from '../../platform/sealing';
import { type PictureTerms, readPictureTerms } from '../registry/registry';
import { createDecodingGate, decodePicture, shrinkPicture } from './files.decode';
import { type HandoffState, insertHandoff, readHandoff, spendHandoff, tryHandoff } from './files.handoffs';
import { claimRow, type FilePurpose, type FileRow, findRow, insertFile, keepRows } from './files.repository';

const DAY_MS = 86_400_000;
const UNCLAIMED_MS = 60 * 60_000;
/** Pictures of a user that nothing uses yet. */
const UNCLAIMED_MAX = 12;
const HANDOFFS_MAX = 5;
/** Pictures and hand-offs of one user: 20 at once, then one in 15 s. */
const USER_RATE = { burst: 20, perSecond: 1 / 15 };

/** What a picture's seal is bound to. */
export const aboutFile = ({ id, userId }: Pick<FileRow, 'id' | 'userId'>): string => `file ${id} ${userId}`;

const DAYS: Record<FilePurpose, keyof PictureTerms> = {
  identity: 'identityDays',
  'deposit-proof': 'proofDays',
  'loan-signature': 'agreementDays',
  // What somebody shows of a payment is kept as long as other proofs of it.
  support: 'proofDays',
};

/** Pictures of people: taken in, claimed by what uses them, read by their owner. */
export function createFilesService({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>) {
  const sealing = createLazySealing(env);
  const gate = createDecodingGate();
  const rate = createTokenBuckets(USER_RATE);

  function requireOffered(): void {
    if (!canSeal(env)) throw new DomainError('FEATURE_NOT_OFFERED');
  }
  function takeRate(userId: string): void {
    if (env.isRateLimited && !rate.take(userId, clock.now())) throw new DomainError('RATE_LIMITED');
  }
  /** Decodes and seals before the transaction, which then only writes. */
  async function prepare(userId: string, bytes: Buffer) {
    const { jpeg, width, height } = await gate.run(() => decodePicture(bytes));
    const id = randomBytes(16).toString('hex');
    const sealed = (await sealing()).seal(jpeg, aboutFile({ id, userId }));
    const now = clock.now();
    return { id, userId, width, height, ...sealed, now, deleteAt: now + UNCLAIMED_MS, keepMax: UNCLAIMED_MAX };
  }

  return {
    /** Takes a picture in and returns its id. @throws FEATURE_NOT_OFFERED, RATE_LIMITED, the refusals of `decodePicture`, PICTURES_BUSY */
    async add({ userId, bytes }: { userId: string; bytes: Buffer }): Promise<string> {
      requireOffered();
      takeRate(userId);
      const file = await prepare(userId, bytes);
      await db.transaction((tx) => insertFile(tx, file));
      return file.id;
    },

    /**
     * Gives a picture its purpose in the transaction of what uses it: it is then kept as long as pictures of the purpose are.
     * @throws PICTURE_UNKNOWN for one that is not this user's, was claimed before, or has ended
     */
    async claim(tx: Tx, { id, userId, purpose }: { id: string; userId: string; purpose: FilePurpose }): Promise<void> {
      const now = clock.now();
      const deleteAt = now + (await readPictureTerms(tx, now))[DAYS[purpose]] * DAY_MS;
      if (!(await claimRow(tx, { id, userId, purpose, now, deleteAt }))) throw new DomainError('PICTURE_UNKNOWN');
    },

    /** Keeps pictures that were claimed for a purpose as long as pictures of it are, counted from now. */
    async keep(tx: Tx, { ids, purpose }: { ids: readonly string[]; purpose: FilePurpose }): Promise<void> {
      await keepRows(tx, { ids, purpose, deleteAt: clock.now() + (await readPictureTerms(tx, clock.now()))[DAYS[purpose]] * DAY_MS });
    },

    /** Returns one of the own pictures, small, as JPEG. @throws PICTURE_UNKNOWN */
    async read({ userId, id }: { userId: string; id: string }): Promise<Buffer> {
      const row = await findRow(db.read, { id, userId, now: clock.now() });
      if (row === null) throw new DomainError('PICTURE_UNKNOWN');
      const jpeg = (await sealing()).open(row, aboutFile(row));
      return gate.run(() => shrinkPicture(jpeg));
    },

    /** Opens a way for another browser to give one picture. @throws FEATURE_NOT_OFFERED, RATE_LIMITED */
    async openHandoff(userId: string): Promise<{ id: string; token: string; expiresAt: number }> {
      requireOffered();
      takeRate(userId);
      const token = createToken();
      const now = clock.now();
      const expiresAt = now + HANDOFF_MS;
      const handoff = { userId, tokenHash: hashText(token), now, expiresAt, keepMax: HANDOFFS_MAX };
      return { id: await db.transaction((tx) => insertHandoff(tx, handoff)), token, expiresAt };
    },

    readHandoff: (input: { id: string; userId: string }): Promise<HandoffState> => readHandoff(db.read, { ...input, now: clock.now() }),

    /** Takes the picture of a hand-off in, once. @throws LINK_INVALID, the refusals of `decodePicture`, PICTURES_BUSY */
    async addByHandoff({ token, bytes }: { token: string; bytes: Buffer }): Promise<void> {
      requireOffered();
      const tokenHash = hashText(token);
      // Asked before the work of decoding, which nobody without a good address can cause.
      const userId = await db.transaction((tx) => tryHandoff(tx, { tokenHash, now: clock.now() }));
      if (userId === null) throw new DomainError('LINK_INVALID');
      const file = await prepare(userId, bytes);
      await db.transaction(async (tx) => {
        if (!(await spendHandoff(tx, { tokenHash, fileId: file.id, now: clock.now() }))) throw new DomainError('LINK_INVALID');
        await insertFile(tx, file);
      });
    },
  };
}

export type FilesService = ReturnType<typeof createFilesService>;

import { randomBytes } from 'node:crypto';
import { createTokenBuckets } from '../../../lib/rate-limits/token-buckets';
import { HANDOFF_MS } from '../../../lib/protocol/files';
import { maskName } from '../../../lib/rules/invitations';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { createToken, hashText } from '../../platform/ids';
import { canSeal, createLazySealing } from '../../platform/sealing';
import { type PictureTerms, readPictureTerms } from '../registry/registry';
import { createDecodingLimiter, createDisplayLimiter, decodePicture, shrinkPicture } from './files.decode';
import { findHandoffOwner, type HandoffState, insertHandoff, readHandoff, spendHandoff, tryHandoff } from './files.handoffs';
import { claimRow, type FilePurpose, type FileRow, findRow, insertFile, keepRows } from './files.repository';

const DAY_MS = 86_400_000;
const UNCLAIMED_MS = 60 * 60_000;
/** Pictures of a user that nothing uses yet. */
const UNCLAIMED_MAX = 12;
const HANDOFFS_MAX = 5;
/** Pictures and hand-offs of one user: 20 at once, then one in 15 s. */
const USER_RATE = { burst: 20, perSecond: 1 / 15 };

/** Looks of one user at own pictures, which browsers keep: a conversation holds some dozens. */
const LOOK_RATE = { burst: 120, perSecond: 1 };

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
  const gate = createDecodingLimiter();
  const showing = createDisplayLimiter();
  const rate = createTokenBuckets(USER_RATE);
  const looks = createTokenBuckets(LOOK_RATE);

  function requireOffered(): void {
    if (!canSeal(env)) throw new DomainError('FEATURE_NOT_OFFERED');
  }
  function takeRate(userId: string, buckets = rate): void {
    if (env.isRateLimited && !buckets.take(userId, clock.now())) throw new DomainError('RATE_LIMITED');
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

    /** Returns one of the own pictures, small, as JPEG. Looks never take the places of pictures that come in. @throws PICTURE_UNKNOWN, RATE_LIMITED, PICTURES_BUSY */
    async read({ userId, id }: { userId: string; id: string }): Promise<Buffer> {
      takeRate(userId, looks);
      return showing.run(async () => {
        const row = await findRow(db.read, { id, userId, now: clock.now() });
        if (row === null) throw new DomainError('PICTURE_UNKNOWN');
        return shrinkPicture((await sealing()).open(row, aboutFile(row)));
      }, userId);
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

    /** Returns whose picture that of a hand-off will be, as a masked name. @throws LINK_INVALID */
    async readHandoffOwner(token: string): Promise<string> {
      const name = await findHandoffOwner(db.read, { tokenHash: hashText(token), now: clock.now() });
      if (name === null) throw new DomainError('LINK_INVALID');
      return maskName(name);
    },

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

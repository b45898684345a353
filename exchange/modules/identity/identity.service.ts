import { isCountry } from '../../../lib/rules/countries';
import { type DocumentKind, hasBack, readCode, readDocumentNumber, readName, SANDBOX_REVIEW_MS } from '../../../lib/rules/identity';
import type { Platform } from '../../platform/app';
import { sqlStateOf } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { appendEvents } from '../../platform/event-log';
import { scheduleJob } from '../../platform/jobs.repository';
import { canSeal, createLazySealing, type Sealing } from '../../platform/sealing';
import type { OwnCodes } from '../accounts/accounts';
import type { FilesService } from '../files/files';
import { identitySubmitted } from './identity.events';
import type { IdentityJobs } from './identity.jobs';
import { findNewest, insertSubmission, isTaken, type Submission } from './identity.repository';
import { aboutNumber, identityReviewDue, numberText, numberTextAsWritten } from './identity.sealed';

/** What somebody typed and gave, as it came. */
export type Given = {
  country: string;
  firstName: string;
  lastName: string;
  document: DocumentKind;
  number: string;
  front: string;
  back: string | null;
  hold: string;
  email: string;
  code: string;
};
type Deps = {
  codes: Pick<OwnCodes, 'check' | 'spend'>;
  files: Pick<FilesService, 'claim' | 'keep'>;
  jobs: IdentityJobs;
};

const UNIQUE_VIOLATION = '23505';

/** @throws COUNTRY_UNKNOWN, NAME_INVALID, DOCUMENT_NUMBER_INVALID, DOCUMENT_BACK_MISSING, MAIL_CODE_FORMAT */
function readGiven(given: Given) {
  const firstName = readName(given.firstName);
  const lastName = readName(given.lastName);
  const number = readDocumentNumber(given.number);
  const code = readCode(given.code);
  if (!isCountry(given.country)) throw new DomainError('COUNTRY_UNKNOWN', { params: { field: 'country' } });
  if (firstName === null) throw new DomainError('NAME_INVALID', { params: { field: 'first_name' } });
  if (lastName === null) throw new DomainError('NAME_INVALID', { params: { field: 'last_name' } });
  if (number === null) throw new DomainError('DOCUMENT_NUMBER_INVALID', { params: { field: 'number' } });
  const needsBack = hasBack(given.document);
  if (needsBack && given.back === null) throw new DomainError('DOCUMENT_BACK_MISSING', { params: { field: 'back' } });
  if (code === null) throw new DomainError('MAIL_CODE_FORMAT', { params: { field: 'mailcode' } });
  return { ...given, firstName, lastName, number, code, back: needsBack ? given.back : null };
}

type Page = 'front' | 'back' | 'hold';

/** A picture that was good enough in what was rejected need not be taken again. */
function mayGiveAgain(before: Submission | null, page: Page, id: string): boolean {
  return before?.state === 'rejected' && before.pictures[page] === id && !before.resend.includes(page);
}

/** Who people say they are: taken in, and shown to them. */
export function createIdentityService({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>, { codes, files, jobs }: Deps) {
  const sealing = createLazySealing(env);

  async function store(userId: string, input: ReturnType<typeof readGiven>, sealed: Sealing): Promise<void> {
    const { country, firstName, lastName, document, email, front, back, hold } = input;
    const number = numberText(input);
    const hashes = [number, numberTextAsWritten(input)].flatMap((text) => sealed.hashes(text));
    await db.transaction(async (tx) => {
      if (await isTaken(tx, { userId, hashes })) throw new DomainError('DOCUMENT_NUMBER_TAKEN');
      const before = await findNewest(tx, userId);
      const given = Object.entries({ front, back, hold }).filter((entry): entry is [Page, string] => entry[1] !== null);
      const again = given.filter(([page, id]) => mayGiveAgain(before, page, id)).map(([, id]) => id);
      for (const [, id] of given) if (!again.includes(id)) await files.claim(tx, { id, userId, purpose: 'identity' });
      await files.keep(tx, { ids: again, purpose: 'identity' });
      const submittedAt = clock.now();
      const reviewUntil = identityReviewDue(submittedAt);
      const id = await insertSubmission(tx, {
        ...{ userId, country, firstName, lastName, document, email, submittedAt, reviewUntil },
        pictures: { front, back, hold },
        numberHash: sealed.hash(number),
        seal: (row) => sealed.seal(Buffer.from(input.number), aboutNumber({ id: row, userId })),
      });
      await appendEvents(tx, [identitySubmitted.create({ userId, mode: null, at: submittedAt, payload: { until: reviewUntil } })]);
      await scheduleJob(tx, jobs.watchReview, { key: id, dueAt: reviewUntil, payload: { submission: id } });
      if (env.sandbox) {
        await scheduleJob(tx, jobs.approveInSandbox, { key: id, dueAt: submittedAt + SANDBOX_REVIEW_MS, payload: { submission: id } });
      }
    });
  }

  return {
    /** Returns what a user sent last; null where that is nothing. */
    find: (userId: string): Promise<Submission | null> => findNewest(db.read, userId),

    /**
     * Takes in who somebody is.
     * @throws FEATURE_NOT_OFFERED, those of `readGiven`, IDENTITY_SUBMITTED, PICTURE_UNKNOWN, DOCUMENT_NUMBER_TAKEN; nothing is kept then
     */
    async submit(userId: string, given: Given): Promise<void> {
      if (!canSeal(env)) throw new DomainError('FEATURE_NOT_OFFERED');
      const input = readGiven(given);
      const newest = await findNewest(db.read, userId);
      if (newest !== null && newest.state !== 'rejected') throw new DomainError('IDENTITY_SUBMITTED');
      await codes.check({ userId, email: input.email, code: input.code });
      try {
        await store(userId, input, await sealing());
      } catch (error) {
        // Of two at once one comes first, and the database says which of its rules the other one broke.
        if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
        const again = await findNewest(db.read, userId);
        throw new DomainError(again !== null && again.state !== 'rejected' ? 'IDENTITY_SUBMITTED' : 'DOCUMENT_NUMBER_TAKEN', {
          cause: error,
        });
      }
      await codes.spend(input.email);
    },
  };
}

export type IdentityService = ReturnType<typeof createIdentityService>;

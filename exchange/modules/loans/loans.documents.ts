import { createHash } from 'node:crypto';
import { brand } from '../../../lib/brand';
import { type AgreementContent, type AgreementFacts, composeAgreement } from '../../../lib/rules/loan-agreement';
import { createConcurrencyLimiter } from '../../../lib/rate-limits/concurrency-limiter';
import { DomainError } from '../../platform/domain-error';
import type { Sealing } from '../../platform/sealing';
import type { AgreementRow } from './loans.agreements.repository';
import { AGREEMENT_TEXTS } from './loans.texts';

/** Makes the file of an agreement. `signature` is a PNG, null where the name was typed. */
export type RenderAgreement = (content: AgreementContent, signature: Uint8Array | null, about: AgreementAbout) => Promise<Uint8Array>;
/** What a file says of itself; the time of signing in ms. */
export type AgreementAbout = { number: string; signedAt: number };
export type AgreementMaker = ReturnType<typeof createAgreementMaker>;
/** What is kept with the content: whom the agreement names. */
export type SealedAgreement = {
  content: AgreementContent;
  borrower: { firstName: string; lastName: string; address: string; phone: string };
};

/** A file takes a part of a second of one core: one is made at a time, and who would wait for long is refused. */
const RUNNING_MAX = 1;
const WAITING_MAX = 20;

/** What the seals of an agreement are bound to. */
export const aboutContent = (hash: string) => `loan agreement content ${hash}`;
export const aboutFile = (hash: string) => `loan agreement file ${hash}`;

/** Returns what makes agreements and opens them again. A file is made once and given out as it was. */
export function createAgreementMaker({ openSealing, render }: { openSealing(): Promise<Sealing>; render: RenderAgreement }) {
  const gate = createConcurrencyLimiter({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    refuse: () => new DomainError('RATE_LIMITED'),
  });
  return {
    /** Returns the sealed agreement. @throws RATE_LIMITED while too many are being made */
    async make(
      facts: AgreementFacts & { number: string; signedAt: number },
      signature: Uint8Array | null,
    ): Promise<Omit<AgreementRow, 'loanId' | 'signature'>> {
      const content = composeAgreement(facts, AGREEMENT_TEXTS[facts.locale], brand.name);
      const file = await gate.run(() => render(content, signature, facts));
      const hash = createHash('sha256').update(file).digest('hex');
      const sealing = await openSealing();
      const { firstName, lastName, address, phone } = facts;
      const kept: SealedAgreement = { content, borrower: { firstName, lastName, address, phone } };
      const sealedContent = sealing.seal(Buffer.from(JSON.stringify(kept)), aboutContent(hash));
      const sealedFile = sealing.seal(file, aboutFile(hash));
      return { locale: facts.locale, hash, keyId: sealing.currentKeyId, content: sealedContent.sealed, file: sealedFile.sealed };
    },

    async openContent({ hash, keyId, content }: AgreementRow): Promise<SealedAgreement> {
      const sealing = await openSealing();
      return JSON.parse(sealing.open({ keyId, sealed: content }, aboutContent(hash)).toString()) as SealedAgreement;
    },

    /** Returns the file byte for byte. @throws Error when it isn't what its hash says */
    async openFile({ hash, keyId, file }: AgreementRow): Promise<Buffer> {
      const sealing = await openSealing();
      const opened = sealing.open({ keyId, sealed: file }, aboutFile(hash));
      if (createHash('sha256').update(opened).digest('hex') !== hash) throw new Error(`the agreement ${hash} is not what was signed`);
      return opened;
    },
  };
}

import type { AccountFamily, ExchangeModule, JournalCodes } from '../../composition/module';
import { auditLedger } from './ledger.audit';
import { HOLD_CODES } from './ledger.holds';
import { auditHolds, describeHoldAudit } from './ledger.holds-audit';
import { describeLedgerAudit, findStrangers } from './ledger.findings';

const LEDGER_CODES = { HOUSE_FUNDING: { record: 'other', isExternal: true } } as const satisfies JournalCodes;

/** Wires the ledger itself: the accounts of the world outside, the operator's own money, and the proof of it all. */
export function createLedgerModule(): ExchangeModule {
  let known: { codes: JournalCodes; families: readonly AccountFamily[] } = { codes: {}, families: [] };
  return {
    name: 'ledger',
    journalCodes: { ...LEDGER_CODES, ...HOLD_CODES },
    accountFamilies: ['outside:issuance', 'outside:grants', 'outside:operator'],
    audits: [
      { subject: 'ledger', run: async (db) => describeLedgerAudit(await auditLedger(db)) },
      { subject: 'holds', run: async (db) => describeHoldAudit(await auditHolds(db)) },
      { subject: 'journal codes and account families', run: async (db) => ({ figures: [], faults: await findStrangers(db, known) }) },
    ],
    onComposed: (all) => {
      known = { codes: all.journalCodes, families: all.accountFamilies };
    },
  };
}

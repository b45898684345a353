import type { RECORD_TYPES } from '../../../lib/protocol/balances';

type RecordType = Exclude<(typeof RECORD_TYPES)[number], 'all'>;
type CodeRow = { record: RecordType; isExternal: boolean };

/**
 * Why money moved. `record` is the group under which a user finds it; `isExternal` marks money that came from or left to the outside, which
 * is neither profit nor loss.
 */
export const JOURNAL_CODES = {
  SPOT_HOLD: { record: 'trade', isExternal: false },
  SPOT_RELEASE: { record: 'trade', isExternal: false },
  SPOT_FILL: { record: 'trade', isExternal: false },
  OPTION_STAKE: { record: 'trade', isExternal: false },
  OPTION_WIN: { record: 'trade', isExternal: false },
  OPTION_LOSS: { record: 'trade', isExternal: false },
  OPTION_REFUND: { record: 'trade', isExternal: false },
  PERPETUAL_HOLD: { record: 'trade', isExternal: false },
  PERPETUAL_RELEASE: { record: 'trade', isExternal: false },
  PERPETUAL_FILL: { record: 'trade', isExternal: false },
  PERPETUAL_MARGIN: { record: 'trade', isExternal: false },
  PERPETUAL_FUNDING: { record: 'trade', isExternal: false },
  PERPETUAL_LIQUIDATION: { record: 'trade', isExternal: false },
  PERPETUAL_DELEVERAGE: { record: 'trade', isExternal: false },
  INSURANCE_FUNDING: { record: 'other', isExternal: true },
  FAUCET: { record: 'other', isExternal: true },
  DEMO_GRANT: { record: 'other', isExternal: true },
  DEMO_TOP_UP: { record: 'other', isExternal: true },
  LIQUIDITY_FUNDING: { record: 'other', isExternal: true },
  HOUSE_FUNDING: { record: 'other', isExternal: true },
} as const satisfies Record<string, CodeRow>;

export type JournalCode = keyof typeof JOURNAL_CODES;

/** Returns the codes that a record type lists. */
export function listCodesOf(record: RecordType): JournalCode[] {
  return (Object.keys(JOURNAL_CODES) as JournalCode[]).filter((code) => JOURNAL_CODES[code].record === record);
}

/** Returns the codes whose postings are deposits and withdrawals in the widest sense. */
export function listExternalCodes(): JournalCode[] {
  return (Object.keys(JOURNAL_CODES) as JournalCode[]).filter((code) => JOURNAL_CODES[code].isExternal);
}

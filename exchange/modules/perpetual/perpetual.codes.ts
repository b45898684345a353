import type { JournalCodes } from '../../composition/module';
import type { Journal } from '../ledger/ledger';

/** Why money moves in perpetual trading. */
export const PERPETUAL_CODES = {
  PERPETUAL_HOLD: { record: 'trade', isExternal: false },
  PERPETUAL_RELEASE: { record: 'trade', isExternal: false },
  PERPETUAL_FILL: { record: 'trade', isExternal: false },
  PERPETUAL_MARGIN: { record: 'trade', isExternal: false },
  PERPETUAL_FUNDING: { record: 'trade', isExternal: false },
  PERPETUAL_LIQUIDATION: { record: 'trade', isExternal: false },
  PERPETUAL_DELEVERAGE: { record: 'trade', isExternal: false },
  INSURANCE_FUNDING: { record: 'other', isExternal: true },
} as const satisfies JournalCodes;

export type PerpetualJournal = Journal<keyof typeof PERPETUAL_CODES>;

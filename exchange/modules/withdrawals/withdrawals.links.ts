import type { Tx } from '../../platform/db';

/** What a mail says of a withdrawal; amounts with their coin, times in ms. */
export type MailedWithdrawal = { id: string; amount: string; arrives: string; network: string; address: string; until: number };

/** Mails about withdrawals, sent after the commit, with a link that calls one off. */
export type WithdrawalLinks = {
  add(tx: Tx, input: { userId: string; to: string; at: number; withdrawal: MailedWithdrawal }): Promise<void>;
  /** Uses a link up and returns the withdrawal that it is about. @throws LINK_INVALID */
  spend(tx: Tx, token: string): Promise<string>;
};

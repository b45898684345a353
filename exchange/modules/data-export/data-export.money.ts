import { BY_ID, BY_MODE, ofMode, ofUser } from './data-export.keys';
import { ledgerEntries } from './data-export.ledger';
import { amount, type Section, section, text, time } from './data-export.section';

/** What came, went and is where. */
export const MONEY: readonly Section[] = [
  ledgerEntries,
  section({
    name: 'deposits',
    start: BY_ID,
    sql: ofUser('deposits', 'id, network, txid, asset, address, amount, credited, state, seen_at, credited_at'),
    show: {
      id: text('id'),
      network: text('network'),
      transaction: text('txid'),
      asset: text('asset'),
      address: text('address'),
      amount: amount('amount', 'asset'),
      credited: amount('credited', 'asset'),
      state: text('state'),
      seen_at: time('seen_at'),
      credited_at: time('credited_at'),
    },
  }),
  section({
    name: 'withdrawals',
    start: BY_ID,
    sql: ofUser('withdrawals', 'id, network, txid, asset, address, amount, fee, state, reason, requested_at, state_at'),
    show: {
      id: text('id'),
      network: text('network'),
      transaction: text('txid'),
      asset: text('asset'),
      address: text('address'),
      amount: amount('amount', 'asset'),
      fee: amount('fee', 'asset'),
      state: text('state'),
      reason: text('reason'),
      requested_at: time('requested_at'),
      state_at: time('state_at'),
    },
  }),
];

/** Stakes, hosting and loans. */
export const EARNING: readonly Section[] = [
  section({
    name: 'stakes',
    start: BY_MODE,
    sql: ofMode('staking_positions', 'kind, asset, principal, days, paid, forfeited, state, subscribed_at, starts_at, ends_at, ended_at'),
    show: {
      id: text('id'),
      account: text('mode'),
      kind: text('kind'),
      asset: text('asset'),
      principal: amount('principal', 'asset'),
      days: text('days'),
      paid: amount('paid', 'asset'),
      forfeited: amount('forfeited', 'asset'),
      state: text('state'),
      subscribed_at: time('subscribed_at'),
      starts_at: time('starts_at'),
      ends_at: time('ends_at'),
      ended_at: time('ended_at'),
    },
  }),
  section({
    name: 'hosting',
    start: BY_MODE,
    sql: ofMode('hosting_positions', 'principal, days, income, paid, fees, returned, state, asked_at, begun_at, ends_at, ended_at'),
    show: {
      id: text('id'),
      account: text('mode'),
      principal: amount('principal'),
      days: text('days'),
      income: amount('income'),
      paid: amount('paid'),
      fees: amount('fees'),
      returned: amount('returned'),
      state: text('state'),
      asked_at: time('asked_at'),
      begun_at: time('begun_at'),
      ends_at: time('ends_at'),
      ended_at: time('ended_at'),
    },
  }),
  section({
    name: 'loans',
    start: BY_MODE,
    sql: ofMode(
      'loans',
      'product, days, rate, amount, interest, fee, principal, state, ending, reason, applied_at, paid_out_at, due_at, ended_at',
      'realm',
    ),
    show: {
      id: text('id'),
      account: text('realm'),
      product: text('product'),
      days: text('days'),
      percent_a_day: text('rate'),
      amount: amount('amount'),
      interest: amount('interest'),
      late_fee: amount('fee'),
      left: amount('principal'),
      state: text('state'),
      ending: text('ending'),
      reason: text('reason'),
      applied_at: time('applied_at'),
      paid_out_at: time('paid_out_at'),
      due_at: time('due_at'),
      ended_at: time('ended_at'),
    },
  }),
  section({
    name: 'loan-entries',
    start: ['0', '', '0'],
    sql: `SELECT e.loan_id, e.kind, e.n, e.at, e.principal, e.interest, e.fee, ARRAY[e.loan_id::text, e.kind, e.n::text] AS k
            FROM loans l JOIN loan_entries e ON e.loan_id = l.id
           WHERE l.user_id = $1 AND l.id >= $3::int8 AND (e.loan_id, e.kind, e.n) > ($3::int8, $4::text, $5::int4)
           ORDER BY e.loan_id, e.kind, e.n LIMIT $2`,
    show: {
      loan: text('loan_id'),
      kind: text('kind'),
      principal: amount('principal'),
      interest: amount('interest'),
      late_fee: amount('fee'),
      at: time('at'),
    },
  }),
];

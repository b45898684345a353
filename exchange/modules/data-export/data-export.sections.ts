import { CONTACT } from './data-export.contact';
import { BY_ID, BY_MODE, ofMode, ofUser } from './data-export.keys';
import { EARNING, MONEY } from './data-export.money';
import { amendments, fills } from './data-export.of-orders';
import { POSITIONS_PAID } from './data-export.perpetual';
import { REWARDS } from './data-export.rewards';
import { amount, price, type Section, section, text, time, yes } from './data-export.section';
import { SETTINGS } from './data-export.settings';

const ORDER = {
  id: text('id'),
  account: text('mode'),
  market: text('market'),
  side: text('side'),
  kind: text('kind'),
  time_in_force: text('time_in_force'),
  price: price('price'),
  quantity: amount('quantity'),
  filled: amount('filled'),
  filled_value: amount('filled_value'),
  fee: amount('fee'),
  status: text('status'),
  reason: text('reason'),
  created_at: time('created_at'),
  updated_at: time('updated_at'),
};
const ORDER_COLUMNS =
  'market, side, kind, time_in_force, price, quantity, filled, filled_value, fee, status, reason, created_at, updated_at';

const PERSON: readonly Section[] = [
  section({
    name: 'profile',
    start: BY_ID,
    sql: `SELECT u.id, u.username, u.email, u.wallet_address, u.referral_code, u.created_at, u.signed_in_at, u.frozen_at, u.house_frozen_at, u.withdrawals_suspended_at,
            ARRAY[u.id::text] AS k FROM users u WHERE u.id = $1 AND u.id > $3::int8 ORDER BY u.id LIMIT $2`,
    show: {
      user: text('id'),
      user_name: text('username'),
      email: text('email'),
      wallet: text('wallet_address'),
      invitation_code: text('referral_code'),
      created_at: time('created_at'),
      first_signed_in_at: time('signed_in_at'),
      frozen_at: time('frozen_at'),
      frozen_by_us_at: time('house_frozen_at'),
      withdrawals_suspended_at: time('withdrawals_suspended_at'),
    },
  }),
  section({
    name: 'verification',
    start: BY_ID,
    sql: ofUser('identity_submissions', 'state, country, first_name, last_name, document, email, submitted_at, decided_at, reason'),
    show: {
      state: text('state'),
      country: text('country'),
      first_name: text('first_name'),
      last_name: text('last_name'),
      document: text('document'),
      email: text('email'),
      submitted_at: time('submitted_at'),
      decided_at: time('decided_at'),
      reason: text('reason'),
    },
  }),
  section({
    name: 'sessions',
    start: BY_ID,
    sql: ofUser('sessions', 'mode, browser, system, ip, first_seen_at, last_seen_at, expires_at'),
    show: {
      account: text('mode'),
      browser: text('browser'),
      system: text('system'),
      address: text('ip'),
      first_seen_at: time('first_seen_at'),
      last_seen_at: time('last_seen_at'),
      ends_at: time('expires_at'),
    },
  }),
  section({
    name: 'passkeys',
    start: BY_ID,
    sql: ofUser('passkeys', 'name, added_at, used_at'),
    show: { name: text('name'), added_at: time('added_at'), used_at: time('used_at') },
  }),
  section({
    name: 'own-limits',
    start: ['', ''],
    sql: `SELECT mode, kind, amount, later, later_from, ARRAY[mode, kind] AS k FROM risk_limits
           WHERE user_id = $1 AND (mode, kind) > ($3::text, $4::text) ORDER BY mode, kind LIMIT $2`,
    show: {
      account: text('mode'),
      kind: text('kind'),
      amount: amount('amount'),
      amount_later: amount('later'),
      later_from: time('later_from'),
    },
  }),
  section({
    name: 'consents',
    start: ['', ''],
    sql: `SELECT mode, product, accepted_at, accepted_share, ARRAY[mode, product] AS k FROM risk_consents
           WHERE user_id = $1 AND (mode, product) > ($3::text, $4::text) ORDER BY mode, product LIMIT $2`,
    show: {
      account: text('mode'),
      product: text('product'),
      accepted_at: time('accepted_at'),
      losing_share_shown: text('accepted_share'),
    },
  }),
  section({
    name: 'notifications',
    start: BY_ID,
    // What came in as read was read by nobody.
    sql: ofUser(
      'notifications',
      'mode, kind, topic, facts::text AS facts, at, CASE WHEN coalesce(came_read, read_at = at) THEN NULL ELSE read_at END AS read_at',
    ),
    show: {
      account: text('mode'),
      kind: text('kind'),
      group: text('topic'),
      facts: text('facts'),
      at: time('at'),
      read_at: time('read_at'),
    },
  }),
];

const TRADING: readonly Section[] = [
  section({ name: 'spot-orders', start: BY_MODE, sql: ofMode('spot_orders', ORDER_COLUMNS), show: ORDER }),
  fills('spot'),
  amendments('spot'),
  section({
    name: 'perpetual-orders',
    start: BY_MODE,
    sql: ofMode('perpetual_orders', `${ORDER_COLUMNS}, leverage, is_reduce_only, take_profit, stop_loss, origin, realized`),
    show: {
      ...ORDER,
      leverage: text('leverage'),
      reduce_only: yes('is_reduce_only'),
      take_profit: price('take_profit'),
      stop_loss: price('stop_loss'),
      origin: text('origin'),
      realized: amount('realized'),
    },
  }),
  fills('perpetual'),
  amendments('perpetual'),
  section({
    name: 'perpetual-positions',
    start: BY_MODE,
    sql: ofMode(
      'perpetual_positions',
      'market, side, opened_quantity, quantity, margin, leverage, terms_version, realized, fees, funding, opened_at, closed_at, close_origin',
    ),
    show: {
      id: text('id'),
      account: text('mode'),
      market: text('market'),
      side: text('side'),
      opened_quantity: amount('opened_quantity'),
      open_quantity: amount('quantity'),
      margin: amount('margin'),
      leverage: text('leverage'),
      terms_version: text('terms_version'),
      realized: amount('realized'),
      fees: amount('fees'),
      funding: amount('funding'),
      opened_at: time('opened_at'),
      closed_at: time('closed_at'),
      closed_by: text('close_origin'),
    },
  }),
  ...POSITIONS_PAID,
  section({
    name: 'seconds-contracts',
    start: BY_MODE,
    sql: ofMode(
      'option_contracts',
      'market, direction, stake, profit, duration_ms, state, reason, strike, delivery, accepted_at, settled_at',
    ),
    show: {
      id: text('id'),
      account: text('mode'),
      market: text('market'),
      direction: text('direction'),
      stake: amount('stake'),
      profit: amount('profit'),
      duration_ms: text('duration_ms'),
      state: text('state'),
      reason: text('reason'),
      strike: price('strike'),
      delivery: price('delivery'),
      accepted_at: time('accepted_at'),
      settled_at: time('settled_at'),
    },
  }),
  section({
    name: 'conversions',
    start: ['', '0', '', '-1'],
    sql: `SELECT realm, quote_id, line, from_asset, to_asset, amount, received, fee, at, ARRAY[realm, at::text, quote_id, line::text] AS k FROM conversions
           WHERE user_id = $1 AND (realm, at, quote_id, line) > ($3::text, $4::int8, $5::text, $6::int4)
           ORDER BY realm, at, quote_id, line LIMIT $2`,
    show: {
      account: text('realm'),
      from: text('from_asset'),
      amount: amount('amount', 'from_asset'),
      to: text('to_asset'),
      received: amount('received', 'to_asset'),
      fee: amount('fee', 'to_asset'),
      at: time('at'),
    },
  }),
];

/** Every file of the export, in its order. What is not here is somebody else's, a secret, or sealed for reviewers alone. */
export const SECTIONS: readonly Section[] = [...PERSON, ...SETTINGS, ...CONTACT, ...TRADING, ...MONEY, ...EARNING, ...REWARDS];

import { BY_ID, ofUser } from './data-export.keys';
import { amount, type Section, section, text, time } from './data-export.section';

/** What the house granted, scored and sold before it is traded. */
export const REWARDS: readonly Section[] = [
  section({
    name: 'rewards',
    start: BY_ID,
    sql: ofUser('rewards', 'code, amount, made_at, paid_at'),
    show: { kind: text('code'), amount: amount('amount'), made_at: time('made_at'), paid_at: time('paid_at') },
  }),
  section({
    name: 'vip-levels',
    start: BY_ID,
    sql: `SELECT level, reached_at, fulfilled_at, ARRAY[level::text] AS k FROM vip_levels
           WHERE user_id = $1 AND level > $3::int4 ORDER BY level LIMIT $2`,
    show: { level: text('level'), reached_at: time('reached_at'), fulfilled_at: time('fulfilled_at') },
  }),
  section({
    name: 'presale-purchases',
    start: BY_ID,
    sql: `SELECT p.id, s.code, s.asset, s.price, p.tokens, p.allotted, p.delivered, p.bought_at, p.settled_at, ARRAY[p.id::text] AS k
            FROM presale_purchases p JOIN presales s ON s.id = p.presale_id
           WHERE p.user_id = $1 AND p.id > $3::int8 ORDER BY p.id LIMIT $2`,
    show: {
      id: text('id'),
      sale: text('code'),
      token: text('asset'),
      price: amount('price'),
      asked_for: text('tokens'),
      allotted: text('allotted'),
      delivered: text('delivered'),
      bought_at: time('bought_at'),
      settled_at: time('settled_at'),
    },
  }),
  section({
    name: 'credit-score',
    start: ['', '0'],
    sql: `SELECT realm, reason, reference, change, score, at, ARRAY[realm, id::text] AS k FROM credit_score_changes
           WHERE user_id = $1 AND (realm, id) > ($3::text, $4::int8) ORDER BY realm, id LIMIT $2`,
    show: {
      account: text('realm'),
      reason: text('reason'),
      about: text('reference'),
      change: text('change'),
      score: text('score'),
      at: time('at'),
    },
  }),
];

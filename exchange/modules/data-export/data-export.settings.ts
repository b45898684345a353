import { BY_ID } from './data-export.keys';
import { type Section, section, text, time, yes } from './data-export.section';

/** What a member chose: one row of settings, and the questions about a product that they answered. */
export const SETTINGS: readonly Section[] = [
  section({
    name: 'settings',
    start: BY_ID,
    sql: `SELECT l.lang, array_to_string(f.markets, ' ') AS favourites, array_to_string(n.silent, ' ') AS silent, array_to_string(n.mailed, ' ') AS mailed,
            array_to_string(n.unpushed, ' ') AS unpushed, n.quiet_from, n.quiet_until, n.quiet_zone, coalesce(w.only_kept, false) AS only_kept, w.ends_at,
            u.settings_locked_until, s.bound_at, ARRAY[u.id::text] AS k
       FROM users u LEFT JOIN user_languages l ON l.user_id = u.id LEFT JOIN favourites f ON f.user_id = u.id
            LEFT JOIN notification_people n ON n.user_id = u.id LEFT JOIN withdrawal_settings w ON w.user_id = u.id
            LEFT JOIN second_factors s ON s.user_id = u.id
      WHERE u.id = $1 AND u.id > $3::int8 ORDER BY u.id LIMIT $2`,
    show: {
      language: text('lang'),
      favourites: text('favourites'),
      groups_not_shown: text('silent'),
      groups_mailed: text('mailed'),
      groups_not_pushed: text('unpushed'),
      quiet_from_minute: text('quiet_from'),
      quiet_until_minute: text('quiet_until'),
      quiet_time_zone: text('quiet_zone'),
      only_addresses_of_the_book: yes('only_kept'),
      only_addresses_until: time('ends_at'),
      settings_locked_until: time('settings_locked_until'),
      authenticator_since: time('bound_at'),
    },
  }),
  section({
    name: 'product-tests',
    start: [''],
    sql: `SELECT product, passed_at, failed_at, ARRAY[product] AS k FROM risk_tests WHERE user_id = $1 AND product > $3::text ORDER BY product LIMIT $2`,
    show: { product: text('product'), passed_at: time('passed_at'), failed_at: time('failed_at') },
  }),
];

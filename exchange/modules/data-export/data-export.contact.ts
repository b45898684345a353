import { BY_ID, ofUser } from './data-export.keys';
import { type Section, section, text, time, yes } from './data-export.section';

/** What a member and we wrote, and what they asked to be told. Who of us answered is in none. */
export const CONTACT: readonly Section[] = [
  section({
    name: 'support-messages',
    start: BY_ID,
    sql: ofUser(
      'support_lines',
      `CASE WHEN operator IS NULL THEN 'member' ELSE 'support' END AS writer, text, about, picture IS NOT NULL AS has_picture, at`,
    ),
    show: { from: text('writer'), text: text('text'), about: text('about'), with_picture: yes('has_picture'), at: time('at') },
  }),
  section({
    name: 'support-answers',
    start: BY_ID,
    sql: ofUser('support_waits', 'asked_at, promised_at, answered_at, stars'),
    show: { asked_at: time('asked_at'), promised_until: time('promised_at'), answered_at: time('answered_at'), stars: text('stars') },
  }),
  section({
    name: 'alerts',
    start: BY_ID,
    sql: ofUser('alerts', 'mode, kind, subject, trim_scale(level)::text AS level, minutes, pause_minutes, direction, state, created_at'),
    show: {
      account: text('mode'),
      kind: text('kind'),
      about: text('subject'),
      level: text('level'),
      minutes: text('minutes'),
      pause_minutes: text('pause_minutes'),
      direction: text('direction'),
      state: text('state'),
      created_at: time('created_at'),
    },
  }),
];

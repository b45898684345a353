import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** The test that reads everything again from the first event, by its title; or why reading again is nothing to test. */
type Told = { file: string; title: string } | { reason: string };
/** It only tells open screens that something changed, when it is handled: nothing is written. */
const SCREENS: Told = { reason: 'writes nothing' };
const MODULES = 'exchange/modules';

const TOLD: Record<string, Told> = {
  recharges: {
    file: 'recharges/recharges.test.ts',
    title: 'all that counts recharges comes to the same when everything is read again from the first event, whatever prices are by then',
  },
  'credit score of who is verified': {
    file: 'recharges/recharges.test.ts',
    title: 'all that counts recharges comes to the same when everything is read again from the first event, whatever prices are by then',
  },
  invitations: {
    file: 'invitations/invitations.test.ts',
    title: 'comes to the same when everything that happened is read again from the first event',
  },
  vip: { file: 'vip/vip.test.ts', title: 'comes to the same when everything is read again from the first event, and pays nothing twice' },
  notifications: {
    file: 'notifications/notifications.test.ts',
    title: 'the same when they are read again from the start, and what was read stays read',
  },
  support: {
    file: 'support/support.test.ts',
    title: 'plans the same watches and mails when everything is read again from the first event, also when nothing was left of them',
  },
  announcements: {
    file: 'announcements/announcements.test.ts',
    title: 'a job is planned for its start, and each member whose account is open is told once, in their language, in pieces',
  },
  'alerts of positions': {
    file: 'alerts/alerts.test.ts',
    title: 'margin is watched from a fill on, without being asked for: a warning an hour, none once the position is closed',
  },
  holdings: {
    file: 'holdings/holdings.test.ts',
    title: 'comes to the same when everything is read again from the first event',
  },
  'deposit proofs': {
    file: 'proofs/proofs.test.ts',
    title: 'is answered once, also when what was credited is read again, and what people answered stays',
  },
  'loan screens': SCREENS,
  'staking screens': SCREENS,
  'hosting screens': SCREENS,
  'presale screens': SCREENS,
  'reward screens': SCREENS,
  'sessions.change-mails': { reason: 'a mail is sent once: each leads to a link that freezes the account' },
  'perpetual terms': { reason: 'plans one job a version, which tells people of today: it begins with what is new' },
};

const sources = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(MODULES, name), 'utf8'));
/** Every consumer of the exchange: its name, and what it is made of. */
const consumers = sources.flatMap((source) =>
  source
    .split('defineConsumer({')
    .slice(1)
    .map((text) => ({ name: /^\s*name: '([^']+)',\n/.exec(text)?.[1] ?? `unnamed: ${text.slice(0, 40)}`, text })),
);
/** Where a test reads again: all places of consumers go back to the first event, or a piece is handled again, after what it wrote was forgotten or beside it. */
const READS_AGAIN = /\.replay\(|SET xid = '0', id = 0|DELETE FROM [\s\S]*(handle|filled)\(|handle\([\s\S]*handle\(/;

it('whoever hears of events is proved to come to the same when they are read again, or it is said why that is nothing to prove', () => {
  expect(consumers.map(({ name }) => name).sort()).toEqual(Object.keys(TOLD).sort());
});

it.each(consumers)('reading again: $name', ({ name, text }) => {
  const told = TOLD[name];
  if (told === undefined) throw new Error(`${name} has no test that reads everything again, and no reason stands in this list`);
  if (told === SCREENS) {
    expect(text).toMatch(/^[^{]*startsAt: 'newest',\n\s*handle: \(\) => Promise\.resolve\(\),/);
    return;
  }
  if (!('file' in told)) {
    expect(text).toMatch(/startsAt: 'newest'/);
    return;
  }
  const file = join(MODULES, told.file);
  expect(existsSync(file), file).toBe(true);
  const [, body] = readFileSync(file, 'utf8').split(`it('${told.title}'`);
  expect(body, `${file} has no test “${told.title}”`).toBeDefined();
  expect(body?.split(/\n {0,2}\}\);\n/)[0]).toMatch(READS_AGAIN);
});

import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { status as statusCall } from '../../../lib/protocol/status';
import type { CallContext } from '../../http/register-call';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { listHalts } from '../halts/halts';
import { noteIncidentAction } from './status';
import { createStatusModule } from './status.module';

const context: CallContext = { session: null, ip: '127.0.0.1', isBff: false, actor: null, setSession: () => undefined };
const MINUTE_MS = 60_000;
const ROUND_MS = 15_000;
let db: Database;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.read.query('DELETE FROM incidents');
  await db.read.query('DELETE FROM network_pauses');
});

function create(states: Record<string, string> = { 'BTC-USDT': 'fresh', 'ETH-USDT': 'fresh' }) {
  const { platform, time } = createTestPlatform(db);
  const module = createStatusModule(platform, {
    listMarkets: () => Object.keys(states).map((market) => ({ market })),
    getIndex: (market) => ({ state: states[market] ?? 'dead', at: 0 }),
    listHalts,
    networks: {
      list: () => [
        { code: 'BTC', isOffered: true },
        { code: 'ERC20', isOffered: true },
        { code: 'TRC20', isOffered: false },
      ],
      hotAddressOf: (code) => (code === 'BTC' ? 'bc1qhot' : null),
    },
  });
  const read = async (lang?: string) => statusCall.answer.parse(await module.calls[0]!.run({ lang }, context));
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      time.now += ROUND_MS;
      await module.look();
    }
  };
  return { platform, time, states, module, read, rounds };
}

describe('incidents', () => {
  it('none is there while all is well, and a network that is not offered is not shown', async () => {
    const { rounds, read } = create();
    await rounds(3);
    const { parts, incidents } = await read();
    expect(incidents).toEqual([]);
    expect(parts).toEqual([
      { area: 'prices', subject: '', since: null },
      { area: 'trading', subject: '', since: null },
      { area: 'payouts', subject: '', since: null },
      { area: 'work', subject: '', since: null },
      { area: 'network', subject: 'BTC', since: null },
      { area: 'network', subject: 'ERC20', since: null },
    ]);
  });

  it('the address that payments leave from is named where there is one, and reserves once they were looked at', async () => {
    const { read } = create();
    expect(await read()).toMatchObject({ reserves: null, wallets: [{ network: 'BTC', address: 'bc1qhot' }] });
    await db.read.query("INSERT INTO reserves (asset, at, shown, owed, members) VALUES ('BTC', 7, 150000000, 100000000, 120000000)");
    expect((await read()).reserves).toEqual({ at: 7, assets: [{ asset: 'BTC', shown: '1.5', owed: '1', members: '1.2' }] });
  });

  it('a state that lasts for two rounds opens one, and what lasts a moment does not', async () => {
    const { rounds, read, states } = create();
    states['BTC-USDT'] = 'halted';
    await rounds(1);
    expect((await read()).incidents).toEqual([]);
    await rounds(1);
    expect((await read()).incidents).toMatchObject([{ area: 'prices', subject: 'BTC-USDT', closed: null }]);
    expect((await read()).parts).toContainEqual(expect.objectContaining({ subject: 'BTC-USDT', since: expect.any(Number) }));
  });

  it('all markets without prices are one incident, which ends when it was seen last', async () => {
    const { rounds, read, states, time } = create({ 'BTC-USDT': 'dead', 'ETH-USDT': 'dead' });
    await rounds(4);
    const seen = time.now;
    Object.assign(states, { 'BTC-USDT': 'fresh', 'ETH-USDT': 'fresh' });
    await rounds(14);
    expect((await read()).incidents).toMatchObject([{ area: 'prices', subject: '', opened: seen - 2 * ROUND_MS, closed: seen }]);
  });

  it('what comes again within ten minutes is the same incident, later another one', async () => {
    const { rounds, read, platform, time } = create();
    await rounds(1);
    const alarm = () => platform.metrics.alarm('withdrawal_slow', {}, 'a test');
    for (let time = 0; time < 3; time += 1) {
      alarm();
      await rounds(20);
    }
    expect((await read()).incidents).toMatchObject([{ area: 'payouts', closed: expect.any(Number) }]);
    time.now += 11 * MINUTE_MS;
    alarm();
    await rounds(1);
    expect((await read()).incidents.map(({ closed }) => closed === null)).toEqual([true, false]);
  });

  it('security: alarms about duties of the house are no public incident', async () => {
    const { rounds, read, platform } = create();
    await rounds(1);
    for (const kind of ['identity_review_late', 'support_answer_late', 'account_mail', 'hosting_stopped'])
      platform.metrics.alarm(kind, {}, 'x');
    await rounds(1);
    expect((await read()).incidents).toEqual([]);
  });

  it('two processes that see the same keep one open, also when only one of them still sees it', async () => {
    await db.read.query("INSERT INTO network_pauses (network, reason, detail, since) VALUES ('BTC', 'silent', '', 0)");
    const [one, other] = [create(), create()];
    await one.rounds(2);
    other.time.now = one.time.now;
    await other.rounds(20);
    expect((await one.read()).incidents).toMatchObject([{ area: 'network', subject: 'BTC', closed: null }]);
  });

  it('a market that operators halted is one until it is resumed', async () => {
    await db.read.query("INSERT INTO market_halts (market, reason, since) VALUES ('ETH-USDT', 'inquiry', 0)");
    const { rounds, read } = create();
    await rounds(1);
    expect((await read()).incidents).toMatchObject([{ area: 'trading', subject: 'ETH-USDT', closed: null }]);
    await db.read.query('DELETE FROM market_halts');
    await rounds(14);
    expect((await read()).incidents).toMatchObject([{ subject: 'ETH-USDT', closed: expect.any(Number) }]);
  });

  it('a standstill of the exchange is written down when it starts again', async () => {
    const { module, read, time } = create();
    const last = time.now - 30 * MINUTE_MS;
    await db.read.query(
      `INSERT INTO price_prints (seq, time, prices, previous, hash) SELECT b.seq + 1, $1::int8, '{}', b.hash,
         encode(sha256(convert_to(b.hash || E'\\n' || (b.seq + 1) || E'\\n' || $1::int8 || E'\\n' || '{}', 'UTF8')), 'hex') FROM price_print_base b`,
      [last],
    );
    await module.workers[0]!.start();
    await module.workers[0]!.stop();
    expect((await read()).incidents).toMatchObject([{ area: 'outage', opened: last, closed: time.now }]);
  });

  it('operators say something about one, in the reader’s language where they did, and about none that there is not', async () => {
    const { rounds, read } = create({ 'BTC-USDT': 'dead' });
    await rounds(2);
    const incident = (await read()).incidents[0]!.id;
    const parse = (input: object) => noteIncidentAction.schema.parse({ base: 'as read', ...input });
    const note = (input: object) =>
      db.transaction((tx) => noteIncidentAction.run(tx, { input: parse(input), actor: null as never, at: 0 }));
    const propose = (input: object) => db.transaction((tx) => noteIncidentAction.readBase!(tx, parse(input)));
    await expect(propose({ incident, texts: { de: 'ohne Englisch' } })).rejects.toThrow('English');
    await note({ incident, texts: { en: 'A venue is down.', de: 'Ein Handelsplatz ist ausgefallen.' } });
    expect((await read('de')).incidents[0]!.text).toBe('Ein Handelsplatz ist ausgefallen.');
    expect((await read('ja')).incidents[0]!.text).toBe('A venue is down.');
    await expect(note({ incident: '999999', texts: { en: 'x' } })).rejects.toThrow('no incident');
    await expect(propose({ incident, texts: { de: 'Er ist wieder da.' } })).resolves.toMatchObject({
      what: `what is said of incident ${incident}`,
    });
  });
});

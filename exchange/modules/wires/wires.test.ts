import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePicture } from '../../../tests/helpers/pictures';
import { WIRE_OPTION } from '../../../lib/rules/wire';
import { auditLedger, getBalances, getAccountBalances } from '../ledger/ledger';
import type { CallContext } from '../../http/register-call';
import type { OperatorActor } from '../../platform/actor';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createTestPlatform } from '../../platform/test-platform';
import { createFilesService } from '../files/files.service';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import { createProofsModule } from '../proofs/proofs.module';
import { creditWireAction, describeWires, lineInput, readWireFacts, refuseWireAction, showWire } from './wires';
import { createWiresModule } from './wires.module';
import { wireProofs } from './wires.proofs';
import { isReference, makeReference } from './wires.reference';

const BANK = { holder: 'Candor', name: 'Bank', account: 'DE00', code: 'BANKDEFF', country: 'DE' };
let terms = {
  currency: 'USD' as const,
  asset: 'USDT' as const,
  feeRate: '0.005',
  min: '50',
  max: '50000',
  bank: BANK as typeof BANK | null,
};
const acts = createActions([creditWireAction, refuseWireAction]);
let db: Database;
let of: ReturnType<typeof createTestPlatform>;
let files: ReturnType<typeof createFilesService>;
let calls: NonNullable<ReturnType<typeof createWiresModule>['calls']>;
let eve: OperatorActor;
let fay: OperatorActor;
let name: { firstName: string; lastName: string } | null = null;
let users = 0;
let userId = '';
let requests = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  of = createTestPlatform(db, { env: { sandbox: false, filesKey: 'A'.repeat(43) } });
  files = createFilesService(of.platform);
  calls = [
    ...(createWiresModule(of.platform, { readTerms: () => terms, readName: () => Promise.resolve(name) }).calls ?? []),
    ...(createProofsModule(of.platform, { networks: { listOptions: () => [] }, files, wires: wireProofs }).calls ?? []),
  ];
  const actors: OperatorActor[] = [];
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['treasurer', 'admin'], fingerprint, at: 0 }));
    actors.push(await identifyOperator(db.read, key, 0));
  }
  [eve, fay] = actors as [OperatorActor, OperatorActor];
});
afterAll(async () => {
  expect((await auditLedger(db)).isClean).toBe(true);
  await db.close();
});
beforeEach(async () => {
  users += 1;
  userId = String(6_000 + users);
  const sql =
    'INSERT INTO users (id, username, username_key, password_hash, referral_code) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $2, $3, $4)';
  await db.read.query(sql, [userId, `wire${userId}`, 'x', `WI${userId}`.padStart(8, 'A')]);
});

function call<T>(id: string, input: Record<string, unknown> = {}, mode: 'real' | 'demo' = 'real'): Promise<T> {
  const context = { session: { userId, username: 'x', mode, sessionId: 's' } } as CallContext;
  return calls.find((one) => one.call.id === id)?.run(input, context) as Promise<T>;
}
type Row = {
  id: string;
  reference: string;
  state: string;
  arrived: string | null;
  fee: string | null;
  credited: string | null;
  reason: string | null;
};
const newRequest = () => {
  requests += 1;
  return `request-${requests}`.padEnd(20, '-');
};
const start = (num = '500', request_id = newRequest()) => call<Row>('x.wireStart', { num, request_id });
const list = async () => (await call<{ rows: Row[] }>('x.wires')).rows;
const prove = ({ reference }: Row, fields: Record<string, unknown> = {}) =>
  call('deposits.submit', { id: WIRE_OPTION, num: '500', hash: reference.slice(-6), request_id: newRequest(), ...fields });
const balance = async () => (await getBalances(db.read, { userId, mode: 'real' })).find(({ asset }) => asset === 'USDT')?.available ?? 0n;

async function ask(act: 'wires.credit' | 'wires.refuse', input: { id: string } & Record<string, unknown>, by = eve): Promise<string> {
  return (await askFor(act, { ...(await readWireFacts(db.read, input.id)), ...input }, by)).requestId;
}
async function askFor(act: 'wires.credit' | 'wires.refuse', input: Record<string, unknown>, by = eve) {
  const asked = await db.transaction((tx) => acts.performAction(tx, { actor: by, act, reason: 'looked', input, at: of.time.now }));
  return asked.state === 'requested' ? asked : { requestId: '', preview: '' };
}
const approve = (requestId: string, actor = fay) =>
  db.transaction((tx) => acts.approveRequest(tx, { actor, requestId, reason: 'seen', at: of.time.now }));
const creditOf = (id: string, line: string, arrived = '500', credited = '497.5') => ({
  id,
  line,
  arrived,
  sender: 'ADA LOVELACE',
  credited,
});
const readCredits = async () =>
  (await db.read.query('SELECT count(*)::int AS n FROM ledger_journals WHERE code = $1', ['WIRE_DEPOSIT'])).rows[0] as { n: number };

describe('a reference', () => {
  it('has check digits that find every single wrong digit and every two that changed places', () => {
    for (let n = 0; n < 50; n += 1) {
      const reference = makeReference();
      expect(isReference(`${reference.slice(0, 4)} ${reference.slice(4).toLowerCase()}`)).toBe(true);
      const digits = reference.slice(2);
      for (let place = 0; place < digits.length; place += 1) {
        const wrong = (Number(digits[place]) + 1 + (n % 9)) % 10;
        const changed = `CW${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}`;
        expect(isReference(changed)).toBe(changed === reference);
        const swapped = `CW${digits.slice(0, place)}${digits[place + 1] ?? ''}${digits[place]}${digits.slice(place + 2)}`;
        expect(isReference(swapped)).toBe(swapped === reference);
      }
    }
  });
});

describe('a deposit by bank', () => {
  it('says of its sender whether that is the verified name, to its owner and to who looks at the case', async () => {
    const wire = await start();
    await approve(await ask('wires.credit', creditOf(wire.id, `named-${wire.id}`)));
    const said = async () => {
      const [row] = await call<{ rows: { sender_name?: string | null }[] }>('x.wires').then(({ rows }) => rows);
      const lines = await showWire(db.read, wire.id, () => Promise.resolve(name));
      return [row?.sender_name, lines.find((line) => line.startsWith('verified')), lines.at(-1)?.replace(/^.*LOVELACE/, '')];
    };
    expect(await said()).toEqual([null, 'verified name: none', '']);
    name = { firstName: 'Ada Augusta', lastName: 'Lovelace' };
    expect(await said()).toEqual(['same', 'verified name: Ada Augusta Lovelace', ', the verified name']);
    name = { firstName: 'Grace', lastName: 'Hopper' };
    expect(await said()).toEqual(['other', 'verified name: Grace Hopper', ', ANOTHER NAME']);
    name = null;
  });

  it('is a reference of its own under the terms of the day, and moves no money', async () => {
    const first = await start();
    terms = { ...terms, feeRate: '0.02' };
    const second = await start('60.01');
    terms = { ...terms, feeRate: '0.005' };
    expect(first).toMatchObject({ state: 'waiting', num: '500', fee_rate: '0.005', bank: BANK });
    expect(second).toMatchObject({ num: '60.01', fee_rate: '0.02' });
    expect(isReference(first.reference) && isReference(second.reference) && first.reference !== second.reference).toBe(true);
    expect(await balance()).toBe(0n);
  });

  it('counts once for each request', async () => {
    const request_id = newRequest();
    const rows = await Promise.all(Array.from({ length: 8 }, () => start('500', request_id)));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
    await expect(start('501', request_id)).rejects.toMatchObject({ code: 'DUPLICATE_REQUEST' });
  });

  it.each([
    ['WIRE_AMOUNT_OUT_OF_RANGE', '49.99'],
    ['WIRE_AMOUNT_OUT_OF_RANGE', '50000.01'],
    ['AMOUNT_INVALID', '500.001'],
    ['AMOUNT_INVALID', '-500'],
    ['AMOUNT_INVALID', '5e2'],
    ['AMOUNT_INVALID', '٥٠٠'],
    ['AMOUNT_INVALID', ''],
  ])('error: %s for %j, and nothing is kept', async (code, num) => {
    await expect(start(num)).rejects.toMatchObject({ code });
    expect(await list()).toEqual([]);
  });

  it('error: is not offered while no bank account is named, and the demo account has none', async () => {
    terms = { ...terms, bank: null };
    await expect(start()).rejects.toMatchObject({ code: 'WIRE_NOT_OFFERED' });
    expect(await call('x.wires')).toEqual({ terms: null, rows: [] });
    terms = { ...terms, bank: BANK };
    await expect(call('x.wireStart', { num: '500', request_id: newRequest() }, 'demo')).rejects.toMatchObject({
      code: 'REAL_ACCOUNT_ONLY',
    });
  });

  it('is one of five that are open at most', async () => {
    for (let n = 0; n < 5; n += 1) await start();
    await expect(start()).rejects.toMatchObject({ code: 'WIRES_TOO_MANY' });
  });

  it('is proved by the end of its reference and a picture, by its owner alone', async () => {
    const wire = await start();
    const img = await files.add({ userId, bytes: await makePicture() });
    await expect(prove({ ...wire, reference: 'CW0000000000' })).rejects.toMatchObject({ code: 'WIRE_NOT_FOUND' });
    await prove(wire, { img });
    expect(await list()).toMatchObject([{ id: wire.id, state: 'review' }]);
    expect((await describeWires(db.read)).join('\n')).toContain(`${wire.reference}  500 USD`);
    const [owner, before] = [userId, await list()];
    userId = '6001';
    await expect(prove(wire)).rejects.toMatchObject({ code: 'WIRE_NOT_FOUND' });
    await expect(call('x.wireCancel', { id: wire.id })).rejects.toMatchObject({ code: 'WIRE_NOT_FOUND' });
    userId = owner;
    expect(await list()).toEqual(before);
  });

  it('called off by its owner is credited all the same when its money comes', async () => {
    const wire = await start();
    await call('x.wireCancel', { id: wire.id });
    await expect(call('x.wireCancel', { id: wire.id })).rejects.toMatchObject({ code: 'WIRE_NOT_FOUND' });
    await approve(await ask('wires.credit', creditOf(wire.id, `late-${wire.id}`)));
    expect(await list()).toMatchObject([{ state: 'credited', credited: '497.5' }]);
  });
});

describe('two operators', () => {
  it('credit what the bank says, less the fee of the row: to the person, the house and nobody else', async () => {
    const wire = await start();
    const feesBefore = (await getAccountBalances(db.read, ['house:real:fees-wires:USDT'])).get('house:real:fees-wires:USDT') ?? 0n;
    const requestId = await ask('wires.credit', creditOf(wire.id, `line-${wire.id}`));
    await expect(approve(requestId, eve)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
    expect(await balance()).toBe(0n);
    expect(await approve(requestId)).toContain('497.5 USDT credited, fee 2.5');
    expect(await balance()).toBe(49_750_000_000n);
    const fees = (await getAccountBalances(db.read, ['house:real:fees-wires:USDT'])).get('house:real:fees-wires:USDT') ?? 0n;
    expect(fees - feesBefore).toBe(250_000_000n);
    expect(await list()).toMatchObject([{ state: 'credited', arrived: '500', fee: '2.5', credited: '497.5' }]);
    const events = await db.read.query('SELECT payload FROM event_log WHERE kind = $1 AND user_id = $2', ['wire.credited', userId]);
    expect(events.rows).toMatchObject([{ payload: { asset: 'USDT', amount: '497.5' } }]);
  });

  it('read the person, what arrived, what is credited and the fee as they are posted, and agree to no other transfer', async () => {
    const wire = await start();
    const facts = await readWireFacts(db.read, wire.id);
    const input = { ...facts, ...creditOf(wire.id, `shown-${wire.id}`, '450', '447.75') };
    const { requestId, preview } = await askFor('wires.credit', input);
    expect(preview.split('\n')).toEqual([
      `bank transfer ${wire.id} of user ${userId} under ${wire.reference}: 500 USD asked for, fee rate 0.005`,
      `the bank's line shown-${wire.id} says 450 USD from ADA LOVELACE`,
      `journal WIRE_DEPOSIT wire:${wire.id}`,
      '  outside:real:bank-USD:USDT -450',
      `  user:${userId}:real:USDT:available +447.75`,
      '  house:real:fees-wires:USDT +2.25',
    ]);
    const { preview: refusal } = await askFor('wires.refuse', { ...facts, reason: 'not-arrived' });
    expect(refusal).toContain(`of user ${userId} under ${wire.reference}: 500 USD asked for`);
    for (const other of [{ user: '1' }, { asked: '450' }, { feeRate: '0' }, { reference: 'CW00000000' }]) {
      const { requestId: forged } = await askFor('wires.credit', { ...input, ...other });
      await expect(approve(forged)).rejects.toMatchObject({ code: 'REQUEST_ALTERED' });
    }
    await expect(askFor('wires.credit', { ...input, credited: '450.01' })).rejects.toThrow('no more than what arrived');
    expect(await approve(requestId)).toContain('447.75 USDT credited, fee 2.25');
  });

  it('credit another amount than was announced as what it is', async () => {
    const wire = await start();
    const requestId = await ask('wires.credit', creditOf(wire.id, `other-${wire.id}`, '480.50', '478.0975'));
    expect(await approve(requestId)).toContain('asked for were 500');
    expect(await list()).toMatchObject([{ arrived: '480.5', fee: '2.4025', credited: '478.0975' }]);
  });

  it('credit once: not the row again, not the same line of the bank to another row, whoever approves first', async () => {
    const [first, second] = [await start(), await start()];
    const twice = [
      await ask('wires.credit', creditOf(first.id, `once-${first.id}`)),
      await ask('wires.credit', creditOf(first.id, `twice-${first.id}`)),
    ];
    const sameLine = await ask('wires.credit', creditOf(second.id, `once-${first.id}`));
    const before = (await readCredits()).n;
    const outcomes = await Promise.allSettled(twice.map((requestId) => approve(requestId)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if (outcomes[0]?.status === 'fulfilled') await expect(approve(sameLine)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect((await readCredits()).n - before).toBe(1);
    expect(await balance()).toBe(49_750_000_000n);
  });

  it('security: credit a line once, whichever blanks and letters it is written with', async () => {
    const wires = [await start(), await start(), await start()];
    const spelt = [`AB\u00a0${userId}`, `ab${userId}`, `\uff21\uff22\u2003${userId}`];
    const asked = await Promise.all(wires.map(({ id }, place) => ask('wires.credit', creditOf(id, spelt[place] ?? ''))));
    expect(await approve(asked[0] ?? '')).toContain('credited');
    for (const requestId of asked.slice(1)) await expect(approve(requestId)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await balance()).toBe(49_750_000_000n);
    const stored = await db.read.query('SELECT line FROM wires WHERE user_id = $1 AND line IS NOT NULL', [userId]);
    expect(stored.rows).toEqual([{ line: `AB ${userId}` }]);
    for (const line of [`\u0410B${userId}`, `AB\u200b${userId}`, `AB\u00ad${userId}`, '\u00a0', 'A'.repeat(61)]) {
      expect(lineInput.safeParse({ line, arrived: '500', sender: 'ADA LOVELACE', credited: '497.5' }).success).toBe(false);
    }
  });

  it('error: a sum that is not what the terms make of it credits nothing', async () => {
    const wire = await start();
    for (const [arrived, credited] of [
      ['500', '500'],
      ['500', '497.50000001'],
      ['5000', '497.5'],
      ['0.00', '0'],
    ] as const) {
      const requestId = await ask('wires.credit', creditOf(wire.id, `wrong-${wire.id}`, arrived, credited));
      await expect(approve(requestId)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect(await list()).toMatchObject([{ state: 'waiting', credited: null }]);
    expect(await balance()).toBe(0n);
  });

  it('refuse with a reason that its owner reads; nothing is credited afterwards', async () => {
    const wire = await start();
    await prove(wire);
    const credit = await ask('wires.credit', creditOf(wire.id, `after-${wire.id}`));
    await approve(await ask('wires.refuse', { id: wire.id, reason: 'returned-name' }));
    await expect(approve(credit)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(await list()).toMatchObject([{ state: 'refused', reason: 'returned-name', credited: null }]);
    expect(await balance()).toBe(0n);
  });
});

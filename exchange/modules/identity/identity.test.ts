import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, createTestWorld, type Envelope, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { makePicture } from '../../../tests/helpers/pictures';
import type { OperatorActor } from '../../platform/actor';
import { createSealing } from '../../platform/sealing';
import { createActions, createOperatorKey, foundOperator, identifyOperator } from '../operators/operators';
import * as identity from './identity';

const HOUR_MS = 60 * 60_000;
const acts = createActions([
  identity.approveIdentityAction,
  identity.rejectIdentityAction,
  identity.rejectLateIdentityAction,
  identity.readIdentityAction,
]);
let world: TestWorld;
let users = 0;
let mails = 0;
let client: Client;
let userId: string;
const operators: OperatorActor[] = [];

beforeAll(async () => {
  world = await createTestWorld({ env: { sandbox: false, filesKey: 'A'.repeat(43) } });
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    await world.db.transaction((tx) => foundOperator(tx, { name, roles: ['admin', 'reviewer'], fingerprint, at: 0 }));
    operators.push(await identifyOperator(world.db.read, key, 0));
  }
});
afterAll(() => world.close());
beforeEach(async () => {
  users += 1;
  world.time.now += HOUR_MS;
  ({ client, userId } = await enter(world, `user ${users}`));
});

async function enter(of: TestWorld, wallet: string) {
  const entered = await signInByWallet(of, { wallet });
  return { client: entered, userId: ((await entered.get('/user/center')).info as { userid: string }).userid };
}

/** Asks for a code and reads it from what would be mailed. */
async function readMailedCode(asker: Client, email: string, of = world): Promise<string> {
  const sent: string[] = [];
  const { send } = of.accounts.mailer;
  of.accounts.mailer.send = (mail) => Promise.resolve(void sent.push(mail.subject));
  const answer = await asker.post('/home/login/mailcode', { email, purpose: 'kyc' });
  of.accounts.mailer.send = send;
  if (answer.status !== 1) throw new Error(JSON.stringify(answer));
  return sent[0]?.slice(0, 6) ?? '';
}
const give = async (asker: Client) => String((await asker.upload('/api/image', await makePicture({ width: 20, height: 20 }))).info);

async function fill(asker: Client, fields: Record<string, string> = {}, of = world): Promise<Record<string, string>> {
  mails += 1;
  const email = fields.email ?? `user${mails}@candor.example`;
  return {
    country: 'CH',
    first_name: 'Ada',
    last_name: 'Lovelace',
    type: 'id',
    number: `E${String(of.time.now)}`,
    front: await give(asker),
    back: await give(asker),
    hold: await give(asker),
    email,
    mailcode: await readMailedCode(asker, email, of),
    ...fields,
  };
}
const submit = async (asker: Client, fields: Record<string, string> = {}, of = world): Promise<Envelope> =>
  asker.post('/User/kyc1_Handle', await fill(asker, fields, of));
const stateOf = async (asker: Client) => (await asker.get('/user/kyc1')).info as Record<string, unknown> & { idstate: number };
const newestOf = async (user: string) =>
  (await world.db.read.query<{ id: string }>('SELECT id FROM identity_submissions WHERE user_id = $1 ORDER BY id DESC LIMIT 1', [user]))
    .rows[0]?.id ?? '';
const act = (
  name: 'identity.approve' | 'identity.reject' | 'identity.reject-late' | 'identity.read',
  input: Record<string, unknown>,
  by = 0,
) =>
  world.db.transaction((tx) =>
    acts.performAction(tx, {
      actor: operators[by] as OperatorActor,
      act: name,
      reason: 'a test',
      input,
      at: world.time.now,
    }),
  );

describe('who somebody is', () => {
  it('is none, in review until 48 hours from now, and verified when an operator says so', async () => {
    expect(await stateOf(client)).toEqual({ idstate: 0 });
    expect(await submit(client)).toMatchObject({ status: 1 });
    expect(await stateOf(client)).toMatchObject({ idstate: 1, submitted_at: world.time.now, review_until: world.time.now + 48 * HOUR_MS });
    await act('identity.approve', { id: await newestOf(userId) });
    expect(await stateOf(client)).toMatchObject({ idstate: 2, by_sandbox: false, country: 'CH' });
    expect((await client.get('/user/center')).info).toMatchObject({ idstate: 2 });
    expect(await world.db.transaction((tx) => identity.readIdentity(tx, userId))).toEqual({
      state: 2,
      country: 'CH',
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    expect(await submit(client)).toMatchObject({ code: 'IDENTITY_SUBMITTED' });
  });

  it('may be refused with a reason and what to send again, and is then sent again', async () => {
    await submit(client, { number: 'REJECTED 1' });
    await act('identity.reject', { id: await newestOf(userId), reason: 'unreadable', resend: ['front', 'hold'] });
    expect(await stateOf(client)).toMatchObject({ idstate: 3, reason: 'unreadable', resend: ['front', 'hold'] });
    expect(await submit(client, { number: 'REJECTED 1' })).toMatchObject({ status: 1 });
    expect(await stateOf(client)).toMatchObject({ idstate: 1 });
  });

  it('is sent again with the pictures that were good enough, and not with those that were not', async () => {
    const form = await fill(client, { number: 'REJECTED 2' });
    await client.post('/User/kyc1_Handle', form);
    await act('identity.reject', { id: await newestOf(userId), reason: 'cropped', resend: ['front'] });
    expect(await stateOf(client)).toMatchObject({ front: form.front, hold: form.hold });
    world.time.now += 61_000;
    const again = await fill(client, { number: 'REJECTED 2' });
    expect(await client.post('/User/kyc1_Handle', { ...again, front: form.front ?? '' })).toMatchObject({ code: 'PICTURE_UNKNOWN' });
    expect(await client.post('/User/kyc1_Handle', { ...again, back: form.back ?? '', hold: form.hold ?? '' })).toMatchObject({ status: 1 });
    const { rows } = await world.db.read.query("SELECT 1 FROM files WHERE id = $1 AND delete_at > created_at + interval '4 years'", [
      form.hold,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('is told by events, in the transaction of what happened', async () => {
    await submit(client);
    await act('identity.reject', { id: await newestOf(userId), reason: 'expired', resend: ['details'] });
    const { rows } = await world.db.read.query<{ kind: string }>(
      'SELECT kind FROM event_log WHERE user_id = $1 AND kind LIKE $2 ORDER BY id',
      [userId, 'identity.%'],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['identity.submitted', 'identity.rejected']);
  });
});

describe('an operator', () => {
  it('rejects alone within the promised time, and with a second one after it', async () => {
    await submit(client);
    const rejection = { id: await newestOf(userId), reason: 'mismatch', resend: ['details'] };
    world.time.now += 48 * HOUR_MS + 1;
    await expect(act('identity.reject', rejection)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    const asked = await act('identity.reject-late', rejection);
    expect(asked.state).toBe('requested');
    expect(await stateOf(client)).toMatchObject({ idstate: 1 });
    const requestId = asked.state === 'requested' ? asked.requestId : '';
    const approveBy = (n: number) =>
      world.db.transaction((tx) =>
        acts.approveRequest(tx, { actor: operators[n] as OperatorActor, requestId, reason: 'seen', at: world.time.now }),
      );
    await expect(approveBy(0)).rejects.toMatchObject({ code: 'SAME_OPERATOR' });
    await approveBy(1);
    expect(await stateOf(client)).toMatchObject({ idstate: 3 });
  });

  it('decides once, looks with a row in the log, and the log says nothing of the person', async () => {
    await submit(client, { first_name: 'Wilhelmina', number: 'SECRET99' });
    const id = await newestOf(userId);
    await act('identity.read', { id });
    await act('identity.approve', { id });
    await expect(act('identity.reject', { id, reason: 'expired', resend: ['details'] })).rejects.toThrow('was approved before');
    const { rows } = await world.db.read.query<{ text: string }>('SELECT row_to_json(l)::text AS text FROM operator_log l');
    const log = rows.map(({ text }) => text).join('\n');
    expect(log).toContain(`submission ${id} of user ${userId} was shown`);
    expect(log).not.toMatch(/Wilhelmina|SECRET99/);
    const sealing = createSealing(['A'.repeat(43)]);
    const lines = await world.db.transaction((tx) => identity.describeSubmission(tx, { id, sealing }));
    expect(lines.join('\n')).toMatch(/Wilhelmina[\s\S]*SECRET99/);
  });
});

describe('a document', () => {
  it('security: belongs to one person, however its number is written, also when two send it at once', async () => {
    await submit(client, { number: 'ab-12 34/567' });
    const other = (await enter(world, `other ${users}`)).client;
    // Full-width, in Cyrillic letters, with Arabic digits, with an accent.
    for (const number of ['ＡＢ１２３４５６７', 'АВ1234567', 'AB١٢٣٤٥٦٧', 'ÁB1234567'])
      expect(await submit(other, { number }), number).toMatchObject({ code: 'DOCUMENT_NUMBER_TAKEN' });
    const [third, fourth] = [(await enter(world, `third ${users}`)).client, (await enter(world, `fourth ${users}`)).client];
    const forms = [await fill(third, { number: 'RACE 77' }), await fill(fourth, { number: 'RACE 77' })];
    const answers = await Promise.all([third, fourth].map((asker, n) => asker.post('/User/kyc1_Handle', forms[n] ?? {})));
    expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['DOCUMENT_NUMBER_TAKEN', 'done']);
  });

  it('security: its number lies sealed, and is found again after keys were changed', async () => {
    await submit(client, { number: 'RATE77' });
    const { rows } = await world.db.read.query<{ text: string }>('SELECT row_to_json(s)::text AS text FROM identity_submissions s');
    expect(rows.map(({ text }) => text).join()).not.toContain('RATE77');
    const next = createSealing(['C'.repeat(42).padEnd(43, 'A'), 'A'.repeat(43)]);
    expect(await identity.resealNumbers(world.db, next)).toBeGreaterThan(0);
    const text = 'document CH id RATE77';
    const found = await world.db.read.query('SELECT 1 FROM identity_submissions WHERE number_hash = $1', [next.hash(text)]);
    expect(found.rows).toHaveLength(1);
    await identity.resealNumbers(world.db, createSealing(['A'.repeat(43), 'C'.repeat(42).padEnd(43, 'A')]));
  });

  it('security: belongs to its person where it was hashed as it was written, before what looks alike was', async () => {
    await submit(client, { number: 'OLD 1234I' });
    const hash = createSealing(['A'.repeat(43)]).hash('document CH id OLD1234I');
    await world.db.read.query(`UPDATE identity_submissions SET number_hash = $1 WHERE id = (SELECT max(id) FROM identity_submissions)`, [
      hash,
    ]);
    const other = (await enter(world, `other ${users}`)).client;
    expect(await submit(other, { number: 'OLD 1234I' })).toMatchObject({ code: 'DOCUMENT_NUMBER_TAKEN' });
  });

  it('has no back when it is a passport, and needs one otherwise', async () => {
    const form = await fill(client);
    const { back: _back, ...without } = form;
    expect(await client.post('/User/kyc1_Handle', without)).toMatchObject({ code: 'DOCUMENT_BACK_MISSING' });
    expect(await client.post('/User/kyc1_Handle', { ...without, type: 'passport' })).toMatchObject({ status: 1 });
  });
});

describe('what is typed', () => {
  it.each([
    ['محمد', 'عبد الرحمن'],
    ['美咲', '佐藤'],
    ['Աննա', 'Պետրոսյան'],
    ["Seán-Pól d'Arc", 'O’Brien Jr.'],
    ['नरेन्द्र', 'श्रीनिवासन'],
    ['a'.repeat(100), '𠮷野家'.normalize()],
  ])('takes the name %s %s', async (first, last) => {
    expect(await submit(client, { first_name: first, last_name: last })).toMatchObject({ status: 1 });
    expect(await stateOf(client)).toMatchObject({ first_name: first.normalize('NFC'), last_name: last });
  });

  it.each([
    ['COUNTRY_UNKNOWN', { country: 'XX' }],
    ['COUNTRY_UNKNOWN', { country: 'ch' }],
    ['COUNTRY_UNKNOWN', { country: 'Atlantis' }],
    ['NAME_INVALID', { first_name: 'a'.repeat(101) }],
    ['NAME_INVALID', { first_name: 'a'.repeat(200) }],
    ['NAME_INVALID', { last_name: 'Ada 🎉' }],
    ['NAME_INVALID', { last_name: 'Ada\u0007' }],
    ['NAME_INVALID', { last_name: 'Ada\u202eecalevoL' }],
    ['NAME_INVALID', { first_name: ' ' }],
    ['NAME_INVALID', { first_name: '- -' }],
    ['NAME_INVALID', { first_name: '01.02.1990' }],
    ['NAME_INVALID', { last_name: '12345' }],
    ['NAME_INVALID', { last_name: '１２３' }],
    ['DOCUMENT_NUMBER_INVALID', { number: '123' }],
    ['DOCUMENT_NUMBER_INVALID', { number: '1'.repeat(41) }],
    ['DOCUMENT_NUMBER_INVALID', { number: 'AB<1234>' }],
    ['MAIL_CODE_FORMAT', { mailcode: '1234567' }],
    ['MAIL_CODE_FORMAT', { mailcode: '12345' }],
    ['MAIL_CODE_WRONG', { mailcode: '000000' }],
    ['MAIL_CODE_FORMAT', { mailcode: 'abcdef' }],
    ['MAIL_CODE_FORMAT', { mailcode: '１２３４５６７' }],
    ['PICTURE_UNKNOWN', { front: 'f'.repeat(32) }],
    ['REQUEST_INVALID', { front: '../../etc/passwd' }],
    ['REQUEST_INVALID', { type: 'library card' }],
  ])('error: %s for %j, and nothing is kept', async (code, fields) => {
    const answer = await submit(client, fields as Record<string, string>);
    // One chance in a million that the mailed code is 000000.
    expect(answer).toMatchObject({ status: 0, code });
    expect(await stateOf(client)).toEqual({ idstate: 0 });
    const { rows } = await world.db.read.query('SELECT 1 FROM files WHERE user_id = $1 AND purpose IS NOT NULL', [userId]);
    expect(rows).toEqual([]);
  });

  it('takes a code with spaces and in full width, and a name with spaces around it', async () => {
    const form = await fill(client, { first_name: '  Ada   Augusta ' });
    const typed = [...(form.mailcode ?? '')].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(' ');
    expect(await client.post('/User/kyc1_Handle', { ...form, mailcode: typed })).toMatchObject({ status: 1 });
    expect(await stateOf(client)).toMatchObject({ first_name: 'Ada Augusta' });
  });

  it('security: somebody else’s picture, one picture twice, and somebody else’s code are refused', async () => {
    const other = (await enter(world, `thief ${users}`)).client;
    const foreign = await give(other);
    expect(await submit(client, { hold: foreign })).toMatchObject({ code: 'PICTURE_UNKNOWN' });
    const form = await fill(client, { email: `again${users}@candor.example` });
    expect(await client.post('/User/kyc1_Handle', { ...form, hold: form.front ?? '' })).toMatchObject({ code: 'PICTURE_UNKNOWN' });
    const stolen = await fill(other, { email: `x${users}@candor.example` });
    expect(await other.post('/User/kyc1_Handle', { ...stolen, email: form.email ?? '', mailcode: form.mailcode ?? '' })).toMatchObject({
      code: 'MAIL_CODE_WRONG',
    });
    expect(await world.createClient().post('/home/login/mailcode', { email: 'a@candor.example', purpose: 'kyc' })).toMatchObject({
      code: 'SESSION_REQUIRED',
    });
  });

  it('security: of 200 sendings at once one counts', async () => {
    const form = await fill(client);
    const answers = await Promise.all(Array.from({ length: 200 }, () => client.post('/User/kyc1_Handle', form)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    const { rows } = await world.db.read.query('SELECT 1 FROM identity_submissions WHERE user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });
});

describe('time', () => {
  it('in a sandbox approves after 30 seconds, marked so, and nowhere else', async () => {
    const sandbox = await createTestWorld();
    const { client: player } = await enter(sandbox, 'player');
    expect(await submit(player, {}, sandbox)).toMatchObject({ status: 1 });
    sandbox.time.now += 29_000;
    await sandbox.jobs.round();
    expect(await stateOf(player)).toMatchObject({ idstate: 1 });
    sandbox.time.now += 1_000;
    await sandbox.jobs.round();
    expect(await stateOf(player)).toMatchObject({ idstate: 2, by_sandbox: true });
    await sandbox.close();
    await submit(client);
    world.time.now += 31_000;
    await world.jobs.round();
    expect(await stateOf(client)).toMatchObject({ idstate: 1 });
  });

  it('removes what was refused after 30 days, with its pictures, and the number of what was approved after five years', async () => {
    await submit(client);
    const rejected = await newestOf(userId);
    await act('identity.reject', { id: rejected, reason: 'cropped', resend: ['front'] });
    const kept = await enter(world, `kept ${users}`);
    await submit(kept.client);
    const approved = await newestOf(kept.userId);
    await act('identity.approve', { id: approved });
    const { rows: ends } = await world.db.read.query<{ days: number }>(
      'SELECT DISTINCT round(extract(epoch FROM delete_at - created_at) / 86400)::int AS days FROM files WHERE user_id = $1',
      [userId],
    );
    expect(ends).toEqual([{ days: 30 }]);
    const { removeOld } = await import('./identity.repository');
    const removeAfter = (days: number) =>
      world.db.transaction((tx) => removeOld(tx, { before: world.time.now + days * 24 * HOUR_MS, limit: 1_000 }));
    await removeAfter(31);
    expect(await stateOf(client)).toEqual({ idstate: 0 });
    await removeAfter(1_826);
    expect(await stateOf(kept.client)).toMatchObject({ idstate: 2 });
    const { rows } = await world.db.read.query('SELECT number_sealed FROM identity_submissions WHERE id = $1', [approved]);
    expect(rows).toEqual([{ number_sealed: null }]);
  });
});

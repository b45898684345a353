import { request as httpRequest } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskName } from '../../../lib/rules/invitations';
import { type Client, createTestWorld, signInByWallet, type TestWorld } from '../../../tests/helpers/accounts-world';
import { HEIC_HEAD, makeBomb, makePicture, toMultipart } from '../../../tests/helpers/pictures';
import { createSealing } from '../../platform/sealing';
import { resealFiles } from './files';

const HOUR_MS = 60 * 60_000;
let world: TestWorld;
let ada: Client;
let ben: Client;
beforeAll(async () => {
  world = await createTestWorld();
  ada = await signInByWallet(world, { wallet: 'ada' });
  ben = await signInByWallet(world, { wallet: 'ben' });
});
afterAll(() => world.close());

const upload = (client: Client, file: Buffer) => client.upload('/api/image', file);
const give = async (client: Client, file?: Buffer) => String((await upload(client, file ?? (await makePicture()))).info);
const countFiles = async () => Number((await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM files')).rows[0]?.n);
const userIdOf = async (client: Client) => ((await client.get('/user/center')).info as { userid: string }).userid;
async function see(client: Client, id: string): Promise<Buffer> {
  const { info } = await client.get(`/x/picture?id=${id}`);
  return Buffer.from((info as { data: string }).data, 'base64');
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('in %s is taken, and shown to its owner as JPEG', async (format) => {
    const id = await give(ada, await makePicture({ format, colour: '#cc2200' }));
    const { format: shown, width } = await sharp(await see(ada, id)).metadata();
    expect([shown, width]).toEqual(['jpeg', 480]);
  });

  it('is turned as its camera meant, bounded, and loses what stood beside it', async () => {
    const [wide] = [
      await sharp(await makePicture({ width: 5_000, height: 2_500 }))
        .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    ];
    expect(wide?.includes('SECRET-PLACE')).toBe(true);
    const id = await give(ada, wide);
    const { rows } = await world.db.read.query<{ width: number; height: number }>('SELECT width, height FROM files WHERE id = $1', [id]);
    expect(rows).toEqual([{ width: 1_000, height: 2_000 }]);
    const shown = await see(ada, id);
    expect(shown.includes('SECRET-PLACE')).toBe(false);
    expect((await sharp(shown).metadata()).exif).toBeUndefined();
  });

  it('security: comes in while somebody looks at theirs again and again', async () => {
    const id = await give(ben);
    const userId = await userIdOf(ben);
    const looks = Array.from({ length: 80 }, () =>
      world.files.service.read({ userId, id }).then(
        () => 'seen',
        (error: Error) => error.message,
      ),
    );
    expect(await Promise.race(looks)).toContain('PICTURES_BUSY');
    expect(await upload(ada, await makePicture())).toMatchObject({ status: 1 });
    expect((await Promise.all(looks)).filter((look) => look === 'seen')).toHaveLength(16);
  });

  it('security: is sealed where it lies, and is nobody else’s', async () => {
    const id = await give(ada);
    const { rows } = await world.db.read.query<{ sealed: Uint8Array }>('SELECT sealed FROM files WHERE id = $1', [id]);
    expect(Buffer.from(rows[0]?.sealed ?? []).includes(Buffer.from('JFIF'))).toBe(false);
    expect(await ben.get(`/x/picture?id=${id}`)).toMatchObject({ status: 0, code: 'PICTURE_UNKNOWN' });
    expect(await ada.get(`/x/picture?id=${'f'.repeat(32)}`)).toMatchObject({ code: 'PICTURE_UNKNOWN' });
    expect(await world.createClient().get(`/x/picture?id=${id}`)).toMatchObject({ code: 'SESSION_REQUIRED' });
  });

  it('security: that was moved to another row opens no more', async () => {
    const [own, foreign] = [await give(ada), await give(ben)];
    await world.db.read.query('UPDATE files SET sealed = (SELECT sealed FROM files WHERE id = $1) WHERE id = $2', [own, foreign]);
    await expect(world.files.service.read({ userId: await userIdOf(ben), id: foreign })).rejects.toThrow();
  });
});

describe('what is no picture', () => {
  const cases: [string, () => Promise<Buffer>, string][] = [
    ['a text', async () => Buffer.from('hello'), 'PICTURE_TYPE'],
    [
      'a page that calls itself a picture',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'PICTURE_TYPE',
    ],
    ['a GIF', async () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'PICTURE_TYPE'],
    ['an archive', async () => Buffer.from('PK\x03\x04'.padEnd(200, '\0'), 'latin1'), 'PICTURE_TYPE'],
    ['a picture of an iPhone', async () => HEIC_HEAD, 'PICTURE_HEIC'],
    [
      'the head of a JPEG before a page',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html>'.repeat(99))]),
      'PICTURE_BROKEN',
    ],
    [
      'a JPEG that ends in the middle',
      async () => (await makePicture({ width: 2_000, height: 2_000 })).subarray(0, 9_000),
      'PICTURE_BROKEN',
    ],
    ['a bomb of 400 megapixels in a few kilobytes', async () => makeBomb(20_000, 20_000), 'PICTURE_PIXELS'],
    ['a bomb of 41 megapixels', async () => makeBomb(8_200, 5_000), 'PICTURE_PIXELS'],
    ['a picture whose header promises more than follows', async () => makeBomb(6_000, 6_000), 'PICTURE_BROKEN'],
  ];
  it.each(cases)('error: %s is refused, and nothing is kept', async (_name, make, code) => {
    const before = await countFiles();
    expect(await upload(ada, await make())).toMatchObject({ status: 0, code });
    expect(await countFiles()).toBe(before);
  });

  it('security: of a picture with a page behind it only the picture is kept', async () => {
    const id = await give(ada, Buffer.concat([await makePicture(), Buffer.from('<script>steal()</script>')]));
    expect((await see(ada, id)).includes('<script>')).toBe(false);
  });

  it('error: no part, two, another name, or no form at all is refused', async () => {
    const { body, type } = toMultipart(await makePicture());
    const post = async (payload: Buffer | string, contentType: string) => {
      const headers = { cookie: ada.cookie, 'content-type': contentType };
      return (await world.app.inject({ method: 'POST', url: '/api/api/image', headers, payload })).json<{ code: string }>().code;
    };
    const text = body.toString('latin1');
    const twice = Buffer.concat([body.subarray(0, body.length - 31), Buffer.from('\r\n'), body]);
    expect([
      await post(Buffer.from(text.replace('name="file"', 'name="fily"'), 'latin1'), type),
      await post(twice, type),
      await post('', type),
      await post('x', 'multipart/form-data'),
      await post(body, 'application/x-www-form-urlencoded'),
      await post('--x\r\n'.repeat(1_000), 'multipart/form-data; boundary=x'),
    ]).toEqual(['REQUEST_INVALID', 'REQUEST_INVALID', 'REQUEST_INVALID', 'REQUEST_UNSUPPORTED', 'REQUEST_UNSUPPORTED', 'REQUEST_INVALID']);
  });

  it('error: 40 MB are refused while they come in, long before their end', async () => {
    const url = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }));
    const piece = Buffer.alloc(64 * 1024, 1);
    let sent = 0;
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { cookie: ada.cookie, 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
      const going = httpRequest({ host: url.hostname, port: url.port, method: 'POST', path: '/api/api/image', headers }, (reply) => {
        let text = '';
        reply.on('data', (part: Buffer) => (text += part.toString()));
        reply.on('end', () => resolve(text));
      });
      going.on('error', reject);
      const push = () => {
        if (going.writableEnded || going.destroyed || sent >= 40 * 1024 * 1024) return;
        sent += piece.length;
        going.write(piece, () => setImmediate(push));
      };
      push();
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 0, code: 'PICTURE_TOO_LARGE' });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('error: one whose length says that it is too large is not read at all', async () => {
    const headers = { cookie: ada.cookie, 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(11 * 1024 * 1024) };
    const reply = await world.app.inject({ method: 'POST', url: '/api/api/image', headers, payload: Buffer.alloc(11 * 1024 * 1024) });
    expect(reply.json()).toMatchObject({ code: 'PICTURE_TOO_LARGE' });
  });
});

describe('what a picture is for', () => {
  const claim = (id: string, userId: string) =>
    world.db.transaction((tx) => world.files.service.claim(tx, { id, userId, purpose: 'identity' }));

  it('is said once, by its owner', async () => {
    const id = await give(ada);
    await expect(claim(id, await userIdOf(ben))).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
    await claim(id, await userIdOf(ada));
    await expect(claim(id, await userIdOf(ada))).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
  });

  it('decides how long it is kept: an hour without one, as the registry says with one', async () => {
    const [used, unused] = [await give(ada), await give(ada)];
    await claim(used, await userIdOf(ada));
    world.time.now += HOUR_MS;
    await expect(claim(unused, await userIdOf(ada))).rejects.toMatchObject({ code: 'PICTURE_UNKNOWN' });
    expect(await ada.get(`/x/picture?id=${unused}`)).toMatchObject({ code: 'PICTURE_UNKNOWN' });
    const [rule] = world.files.retention;
    const remove = (before: number) => world.db.transaction((tx) => rule?.remove(tx, { before, limit: 1_000 }) ?? Promise.resolve(0));
    await remove(world.time.now + 1);
    const { rows } = await world.db.read.query<{ days: number }>(
      'SELECT extract(day FROM delete_at - created_at)::int AS days FROM files WHERE id = $1',
      [used],
    );
    expect(rows).toEqual([{ days: 1_825 }]);
    expect((await world.db.read.query('SELECT 1 FROM files WHERE id = $1', [unused])).rows).toEqual([]);
    await remove(world.time.now + 1_826 * 86_400_000);
    expect(await countFiles()).toBe(0);
  });

  it('of those without one a user keeps the twelve newest', async () => {
    for (let n = 0; n < 14; n += 1) {
      world.time.now += 1;
      await give(ben);
    }
    const { rows } = await world.db.read.query<{ n: string }>('SELECT count(*) AS n FROM files WHERE user_id = $1 AND purpose IS NULL', [
      await userIdOf(ben),
    ]);
    expect(Number(rows[0]?.n)).toBe(12);
  });
});

describe('a hand-off', () => {
  const open = async () => (await ada.post('/x/picture-handoff', {})).info as { id: string; token: string; expires: number };
  const stateOf = async (client: Client, id: string) => (await client.get(`/x/picture-handoff-state?id=${id}`)).info;
  const giveBy = async (token: string, file?: Buffer) =>
    world.createClient().upload('/x/picture-by-handoff', file ?? (await makePicture({ colour: '#00aa55' })), { token });

  it('brings one picture of another browser to the account, which sees it arrive', async () => {
    const { id, token, expires } = await open();
    expect(expires).toBe(world.time.now + 10 * 60_000);
    expect(await stateOf(ada, id)).toEqual({ state: 'waiting', image: null });
    expect(await giveBy(token)).toMatchObject({ status: 1 });
    const state = (await stateOf(ada, id)) as { state: string; image: string };
    expect(state.state).toBe('arrived');
    expect((await see(ada, state.image)).length).toBeGreaterThan(100);
    expect(await giveBy(token)).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('security: says whose picture it will be, by a masked name, as long as it takes one', async () => {
    const { token } = await open();
    const ownerBy = (by: string) => world.createClient().post('/x/picture-handoff-owner', { token: by });
    const { username } = (await ada.get('/Login/userlogin')).info as { username: string };
    const { info } = await ownerBy(token);
    expect(info).toEqual({ name: maskName(username) });
    expect(JSON.stringify(info)).not.toContain(username);
    expect(await ownerBy('a'.repeat(43))).toMatchObject({ code: 'LINK_INVALID' });
    expect(await giveBy(token)).toMatchObject({ status: 1 });
    expect(await ownerBy(token)).toMatchObject({ code: 'LINK_INVALID' });
  });

  it('security: of 200 pictures at once one counts', async () => {
    const { token } = await open();
    const before = await countFiles();
    const file = await makePicture({ width: 8, height: 8 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => giveBy(token, file)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
    expect(new Set(answers.map(({ code }) => code ?? 'done'))).toEqual(new Set(['done', 'LINK_INVALID', 'PICTURES_BUSY']));
    expect(await countFiles()).toBe(before + 1);
  });

  it('stays open after a picture that was refused, and ends after ten minutes', async () => {
    const { id, token } = await open();
    expect(await giveBy(token, HEIC_HEAD)).toMatchObject({ code: 'PICTURE_HEIC' });
    expect(await stateOf(ada, id)).toMatchObject({ state: 'waiting' });
    world.time.now += 10 * 60_000;
    expect(await giveBy(token)).toMatchObject({ code: 'LINK_INVALID' });
    expect(await stateOf(ada, id)).toMatchObject({ state: 'ended' });
  });

  it('security: is nobody else’s to look at, and a made-up one opens nothing', async () => {
    const { id } = await open();
    expect(await stateOf(ben, id)).toEqual({ state: 'ended', image: null });
    expect(await giveBy('A'.repeat(43))).toMatchObject({ code: 'LINK_INVALID' });
    expect(await giveBy('short')).toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

describe('keys', () => {
  const [first, second] = ['A'.repeat(43), 'B'.repeat(42).padEnd(43, 'A')] as [string, string];

  it('rotate: pictures are sealed anew, after which the old key is not needed', async () => {
    const keyed = await createTestWorld({ env: { sandbox: false, filesKey: first } });
    const client = await signInByWallet(keyed, { wallet: 'ada' });
    const id = String((await client.upload('/api/image', await makePicture())).info);
    const userId = ((await client.get('/user/center')).info as { userid: string }).userid;
    expect(await resealFiles(keyed.db, createSealing([second, first]))).toBe(1);
    expect(await resealFiles(keyed.db, createSealing([second]))).toBe(0);
    await expect(keyed.files.service.read({ userId, id })).rejects.toThrow('FILES_KEY lacks the key');
    await keyed.close();
  });

  it('are needed outside the sandbox: without one nothing is taken', async () => {
    const bare = await createTestWorld({ env: { sandbox: false } });
    const client = await signInByWallet(bare, { wallet: 'ada' });
    expect(await client.upload('/api/image', await makePicture())).toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
    expect(await client.post('/x/picture-handoff', {})).toMatchObject({ code: 'FEATURE_NOT_OFFERED' });
    await bare.close();
  });
});

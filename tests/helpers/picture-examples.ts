import type { Example } from './call-examples';
import { addressOf, type LegacyClient, newRequestId } from './legacy-client';
import { makePicture } from './pictures';

const IDENTITY = {
  country: 'CH',
  first_name: 'Ada',
  last_name: 'Lovelace',
  type: 'passport',
  number: 'X1234567',
  front: '0'.repeat(32),
  hold: '1'.repeat(32),
  email: 'ada@mail.example',
  mailcode: '123456',
};

/** One valid request for each call about pictures, who somebody is, and proofs of deposits. */
export const PICTURE_EXAMPLES: Record<string, Partial<Example> | ((client: LegacyClient) => Promise<Partial<Example>>)> = {
  'files.image': async () => ({ file: await makePicture() }),
  'x.picture': async (client) => ({ fields: { id: String((await client.upload('/api/image', await makePicture())).info) } }),
  'x.pictureHandoff': {},
  'x.pictureHandoffState': { fields: { id: '00000000-0000-4000-8000-000000000000' } },
  'x.pictureHandoffOwner': { fields: { token: 'a'.repeat(43) }, refusal: 'LINK_INVALID' },
  'x.pictureByHandoff': async () => ({ fields: { token: 'a'.repeat(43) }, file: await makePicture(), refusal: 'LINK_INVALID' }),
  'deposits.submit': async (client) => {
    await client.signIn(addressOf(0xdeb0), 'real');
    const { status, info } = await client.send('GET', '/api/recharge');
    const [option] = status === 1 ? (info as { id: string }[]) : [];
    return { fields: { id: option?.id ?? '1', num: '5', hash: '0a1b2c', request_id: newRequestId() } };
  },
  'x.depositProofs': {},
  'identity.state': {},
  'identity.submit': { fields: IDENTITY, refusal: 'MAIL_CODE_WRONG' },
};

import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import type { Call } from '../../lib/protocol/define-call';
import { exampleOf, ENDS_ITS_SESSION } from '../helpers/call-examples';
import { type ExchangeProcess, startExchange } from '../helpers/exchange-process';
import { addressOf, LegacyClient } from '../helpers/legacy-client';

let exchange: ExchangeProcess;
const members: Partial<Record<'real' | 'demo', LegacyClient>> = {};
beforeAll(async () => {
  // The account menu's link outside is there only where an operator has set one.
  exchange = await startExchange({ EXTERNAL_LINK: 'https://candor.example/out' });
  for (const mode of ['real', 'demo'] as const) {
    const client = new LegacyClient(exchange.base);
    await client.signIn(addressOf(mode === 'real' ? 0xa11 : 0xdeb0), mode);
    members[mode] = client;
  }
});
afterAll(() => exchange?.remove());

const NUMBERED = CATALOGUE.filter((call): call is Call & { number: number } => call.number !== null);

test('the 56 calls are each there once', () => {
  expect(NUMBERED.map(({ number }) => number).sort((a, b) => a - b)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
});

for (const mode of ['real', 'demo'] as const) {
  test.each(NUMBERED.map((call) => [call.number, call.id, call] as const))(
    `call %i (%s) is answered on the ${mode} account`,
    async (_n, id, call) => {
      const member = members[mode] as LegacyClient;
      const ending = new LegacyClient(exchange.base);
      if (ENDS_ITS_SESSION.has(id)) await ending.signIn(addressOf(0xe0d), mode);
      const { path, fields, file } = await exampleOf(call, member);
      const client = ENDS_ITS_SESSION.has(id) ? ending : member;
      const answer = await (file === undefined ? client.send(call.method, path, fields) : client.upload(path, file, fields));
      // What an example can't have done without a person's help is refused with a reason of its own.
      expect(answer.code).not.toBe('FEATURE_NOT_OFFERED');
      expect(['NOT_FOUND', 'METHOD_REFUSED', 'INTERNAL']).not.toContain(answer.code);
      if (answer.status === 1) expect(call.answer.safeParse(call.carrier === 'url' ? answer.url : answer.info).error).toBeUndefined();
    },
  );
}

import { demoTopUp, faucet } from '../../../lib/protocol/extensions';
import type { Mode } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { credited } from './faucet.events';
import { createFaucetService, FAUCET_CODES } from './faucet.service';

/** Wires the sandbox faucet and the top-up of the demo account. */
export function createFaucetModule(platform: Platform) {
  const service = createFaucetService(platform);
  const tell = (userId: string, mode: Mode) =>
    platform.events.publish({ kind: 'account', userId, mode, changed: ['balances'], market: null });
  return {
    name: 'faucet',
    features: platform.env.sandbox ? ['demo-top-up', 'faucet'] : ['demo-top-up'],
    events: [credited],
    journalCodes: FAUCET_CODES,
    calls: [
      handle(faucet, async (input, context) => {
        const { userId, mode } = sessionOf(context);
        const amount = await service.drawFromFaucet({ userId, mode, asset: input.coin, requestId: input.request_id });
        tell(userId, 'real');
        return { coin: input.coin, amount, message: `${amount} ${input.coin} of test money received` };
      }),
      handle(demoTopUp, async (input, context) => {
        const { userId } = sessionOf(context);
        const amount = await service.topUpDemo({ userId, requestId: input.request_id });
        tell(userId, 'demo');
        return { amount, message: `${amount} USDT of demo money received` };
      }),
    ],
  } satisfies ExchangeModule;
}

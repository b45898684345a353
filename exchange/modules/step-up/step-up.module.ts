import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { LoginThrottle, MailCodes, WalletProofs } from '../accounts/accounts';
import { createStepUpHandlers } from './step-up.handlers';
import { stepUpRetention } from './step-up.repository';
import { createStepUpService, type StepUp } from './step-up.service';
import { createTickets } from './step-up.tickets';
import { createMailWay, createWalletWay } from './step-up.ways';

export type StepUpModule = ExchangeModule & { stepUp: StepUp };

/** Wires confirmations. The shared secret also keys what is to be confirmed. */
export function createStepUpModule(
  platform: Platform,
  deps: { mailCodes: MailCodes; wallets: WalletProofs; throttle: LoginThrottle },
): StepUpModule {
  const ways = [createWalletWay(deps.wallets), createMailWay(deps.mailCodes)];
  const stepUp = createStepUpService({ ...platform, tickets: createTickets(platform.env.bffKey), ways, throttle: deps.throttle });
  return { name: 'step-up', features: ['step-up'], calls: createStepUpHandlers(stepUp), retention: [stepUpRetention], stepUp };
}

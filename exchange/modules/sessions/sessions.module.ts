import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { AccountsService, Mailer } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { newDevice, passwordChanged } from './sessions.events';
import { createSessionsHandlers } from './sessions.handlers';
import { createLinkTokens, linkRetention } from './sessions.links';
import { createLinkMailing } from './sessions.mails';
import { createSessionsService } from './sessions.service';

/** Wires sessions: their list and their end, freezing, and the ways back in. The shared secret also keys the links. */
export function createSessionsModule(platform: Platform, deps: { accounts: AccountsService; mailer: Mailer; stepUp: StepUp }) {
  const tokens = createLinkTokens(platform.env.bffKey);
  const service = createSessionsService({ ...platform, ...deps, tokens });
  const { publicOrigin, appPort } = platform.env;
  const origin = new URL(publicOrigin ?? `http://localhost:${appPort}`).origin;
  const mailing = createLinkMailing({ ...platform, mailer: deps.mailer, tokens, origin });
  return {
    name: 'sessions',
    features: ['sessions'],
    events: [newDevice, passwordChanged],
    calls: createSessionsHandlers(service),
    retention: [linkRetention],
    workers: [{ phase: 'upkeep', ...mailing }],
    mailing,
  } satisfies ExchangeModule & { mailing: typeof mailing };
}

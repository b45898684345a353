import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { AccountsService, OwnCodes, WalletProofs } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { createProtectionHandlers } from './protection.handlers';
import { type ChangeMail, createProtectionService, type ProtectionService } from './protection.service';

type Deps = { accounts: AccountsService; emailCodes: OwnCodes; wallets: WalletProofs; stepUp: StepUp; mailChange: ChangeMail };

/** Wires what an owner sets: the phrase in mails, the lock, the address, the wallet. */
export function createProtectionModule(platform: Platform, { emailCodes, ...deps }: Deps): ExchangeModule & { service: ProtectionService } {
  const service = createProtectionService({ ...platform, ...deps, codes: emailCodes });
  return { name: 'protection', features: ['protection'], calls: createProtectionHandlers(service), service };
}

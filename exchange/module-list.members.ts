import type { TradingModules } from './module-list.trading';
import { calculateValue } from './modules/accounts/accounts';
import { createAccountsModule } from './modules/accounts/accounts.module';
import { readOwnAllowances } from './modules/allowances/allowances';
import { createConvertModule } from './modules/convert/convert.module';
import { createDepositsModule } from './modules/deposits/deposits.module';
import { createEarnModule } from './modules/earn/earn.module';
import { readHosted } from './modules/hosting/hosting';
import { readIdentity } from './modules/identity/identity';
import { createNetworksModule } from './modules/networks/networks.module';
import { endOwnSubscription } from './modules/notifications/notifications';
import { createSecurityModule } from './modules/security/security.module';
import { createSessionsModule } from './modules/sessions/sessions.module';
import { createStepUpModule } from './modules/step-up/step-up.module';
import { readVipLevel } from './modules/vip/vip';
import { createWithdrawalsModule } from './modules/withdrawals/withdrawals.module';
import type { Platform } from './platform/app';

/** Creates the accounts of members, how they prove who they are, and the doors by which money comes and goes. */
export function createMemberModules(platform: Platform, { markets, spot, registryModule: { registry }, prices }: TradingModules) {
  const earn = createEarnModule(platform, {
    readTerms: registry.readStakingTerms,
    toUsdtValue: (asset, units) => calculateValue({ asset, units, price: prices.getPrice(asset) }),
    confirm: (tx, caller, about) => stepUp.stepUp.require(tx, caller, { act: 'staking', ...about }),
  });
  const accounts = createAccountsModule(platform, {
    prices,
    staking: earn.service,
    readHosted,
    readIdentityState: async (userId) => (await readIdentity(platform.db.read, userId)).state,
    readVip: (userId) => readVipLevel(platform.db.read, { userId, terms: registry.readVipTerms() }),
    readAllowances: (userId) => readOwnAllowances(platform.db.read, userId),
    endGiven: endOwnSubscription,
    secondFactor: {
      isBound: (...of) => security.secondFactor.isBound(...of),
      admit: (of) => security.secondFactor.admit(of),
      endContest: (...of) => security.secondFactor.endContest(...of),
      checkPasskey: (of) => security.secondFactor.checkPasskey(of),
    },
  });
  const stepUp = createStepUpModule(platform, { ...accounts, throttle: accounts.factorThrottle });
  const security = createSecurityModule(platform, {
    stepUp: stepUp.stepUp,
    throttle: accounts.factorThrottle,
    accounts: accounts.service,
  });
  const networks = createNetworksModule(platform, { listNetworks: () => registry.list('network'), refresh: registry.refresh });
  const deposits = createDepositsModule(platform, networks);
  const sessions = createSessionsModule(platform, { accounts: accounts.service, mailer: accounts.mailer, stepUp: stepUp.stepUp });
  const convert = createConvertModule(platform, { markets, door: spot, readTerms: registry.readConvertTerms });
  const withdrawals = createWithdrawalsModule(platform, {
    networks: networks.networks,
    readTerms: registry.readWithdrawalTerms,
    stepUp: stepUp.stepUp,
    links: sessions.withdrawalLinks,
    isVerified: async (tx, userId) => (await readIdentity(tx, userId)).state === 2,
    listPairs: convert.listPairs,
  });
  return { earn, accounts, stepUp, security, networks, deposits, sessions, convert, withdrawals };
}

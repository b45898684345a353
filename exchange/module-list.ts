// Longer than other files because it is one list: every module, with what it needs of others.
import type { ExchangeModule } from './composition/module';
import type { CallSession } from './http/register-call';
import { createAccountTabModule } from './modules/account-tab/account-tab.module';
import { calculateValue, createMarketPrices } from './modules/accounts/accounts';
import { createAccountsModule } from './modules/accounts/accounts.module';
import { readOwnAllowances } from './modules/allowances/allowances';
import { createAllowancesModule } from './modules/allowances/allowances.module';
import { createAlertsModule } from './modules/alerts/alerts.module';
import { createAnnouncementsModule } from './modules/announcements/announcements.module';
import { createDataExportModule } from './modules/data-export/data-export.module';
import { createDepositsModule } from './modules/deposits/deposits.module';
import { findTermEnd } from './modules/earn/earn';
import { createEarnModule } from './modules/earn/earn.module';
import { createFavouritesModule } from './modules/favourites/favourites.module';
import { createFilesModule } from './modules/files/files.module';
import { createBalanceHistoryModule } from './modules/balance-history/balance-history.module';
import { createClosingModule } from './modules/closing/closing.module';
import { createConvertModule } from './modules/convert/convert.module';
import { createFaucetModule } from './modules/faucet/faucet.module';
import { readIdentity, readVerifiedCountry } from './modules/identity/identity';
import { createIdentityModule } from './modules/identity/identity.module';
import { createCreditScoreModule } from './modules/credit-score/credit-score.module';
import { listHalts } from './modules/halts/halts';
import { createHaltsModule } from './modules/halts/halts.module';
import { createHelpModule } from './modules/help/help.module';
import { hasHoldings } from './modules/holdings/holdings';
import { createHoldingsModule } from './modules/holdings/holdings.module';
import { listHosted, readHosted } from './modules/hosting/hosting';
import { createHostingModule } from './modules/hosting/hosting.module';
import { createInvitationsModule } from './modules/invitations/invitations.module';
import { createLedgerModule } from './modules/ledger/ledger.module';
import { createLiquidityModule } from './modules/liquidity/liquidity.module';
import type { PriceSource } from './modules/market-data/market-data';
import { createMarketDataModule } from './modules/market-data/market-data.module';
import { findLoanDue } from './modules/loans/loans';
import { createLoansModule } from './modules/loans/loans.module';
import { MARKETS } from './modules/market-data/markets';
import type { Networks } from './modules/networks/networks';
import { createNetworksModule } from './modules/networks/networks.module';
import { createNotificationsModule } from './modules/notifications/notifications.module';
import { createOperatorsModule } from './modules/operators/operators.module';
import { optionRisk } from './modules/options/options';
import { createOptionsModule } from './modules/options/options.module';
import { findLiquidation, findWarning, perpetualRisk, readOpenPositions } from './modules/perpetual/perpetual';
import { createPerpetualModule } from './modules/perpetual/perpetual.module';
import { createPoolsModule } from './modules/pools/pools.module';
import { createPresaleModule } from './modules/presale/presale.module';
import { createProofsModule } from './modules/proofs/proofs.module';
import { createRechargesModule } from './modules/recharges/recharges.module';
import { createProtectionModule } from './modules/protection/protection.module';
import { createRegistryModule } from './modules/registry/registry.module';
import { createRewardsModule } from './modules/rewards/rewards.module';
import { createRequestsModule } from './modules/requests/requests.module';
import { createRiskLimitsModule } from './modules/risk-limits/risk-limits.module';
import { createSecurityModule } from './modules/security/security.module';
import { createSessionsModule } from './modules/sessions/sessions.module';
import { createSpotModule } from './modules/spot/spot.module';
import { createStatusModule } from './modules/status/status.module';
import { createStepUpModule } from './modules/step-up/step-up.module';
import { createStreamModule } from './modules/stream/stream.module';
import { createSupportModule } from './modules/support/support.module';
import { createUpkeepModule } from './modules/upkeep/upkeep.module';
import { readVipStanding } from './modules/vip/vip';
import { createVipModule } from './modules/vip/vip.module';
import { createWiresModule, wireProofs } from './modules/wires/wires.module';
import { createWithdrawalsModule } from './modules/withdrawals/withdrawals.module';
import type { Quotes } from './operator/market-looks';
import type { Platform } from './platform/app';

/** Creates the modules of the exchange, each with what it needs of others; nothing is started. `sources` overrides the sources of prices. */
export async function createModules(
  platform: Platform,
  given: { sources?: readonly PriceSource[] } = {},
): Promise<{ modules: ExchangeModule[]; authenticate(token: string): Promise<CallSession | null>; quotes: Quotes; networks: Networks }> {
  // The tickers show the best quotes of spot, which is made after them.
  let findQuotes: (market: string) => { bid: string | null; ask: string | null } | null = () => null;
  const haltsModule = createHaltsModule(platform);
  const { halts } = haltsModule;
  const marketData = await createMarketDataModule(platform, {
    ...given,
    bestQuotes: (market) => findQuotes(market),
    findHalt: (market) => halts.find(market)?.reason ?? null,
  });
  // Whoever takes trades goes by the halts of operators too; what prices decide by themselves doesn't.
  const markets = { getIndex: halts.overlay(marketData.getIndex), listMarkets: () => MARKETS, onPrint: marketData.onPrint };
  const spot = createSpotModule(platform, { marketData: markets });
  findQuotes = (market) => spot.bestQuotes(market, 'real');
  const registryModule = createRegistryModule(platform);
  const { registry } = registryModule;
  const prices = createMarketPrices(marketData);
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
    readVip: (userId) => readVipStanding(platform.db.read, userId),
    readAllowances: (userId) => readOwnAllowances(platform.db.read, userId),
    secondFactor: {
      isBound: (...of) => security.secondFactor.isBound(...of),
      admit: (of) => security.secondFactor.admit(of),
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
  const files = createFilesModule(platform);
  const limits = createRiskLimitsModule(platform, {
    risks: { option: optionRisk, perpetual: perpetualRisk },
    readCountry: readVerifiedCountry,
  });
  const seconds = createOptionsModule(platform, {
    marketData: markets,
    riskLimits: limits.riskLimits,
    readTerms: registry.readOptionTerms,
  });
  const perpetual = createPerpetualModule(platform, {
    marketData: markets,
    loadStandings: (tx, owners) => limits.riskLimits.load(tx, owners, 'perpetual'),
  });
  const hosting = createHostingModule(platform, {
    readPlans: registry.readHostingTerms,
    confirm: (tx, caller, about) => stepUp.stepUp.require(tx, caller, { act: 'hosting', ...about }),
    readOpenPositions,
    markets,
    doors: {
      spot,
      perpetual: {
        look: perpetual.look,
        // The house's own account: without a person's consent and limits, at 1x.
        placeOrder: async (caller, input) => {
          const { id, order } = await perpetual.placeOrder(caller, { ...input, leverage: 1, takeProfit: null, stopLoss: null }, false);
          return { id, filled: order.filled };
        },
      },
    },
    readMarks: (mode) => {
      const { rows } = perpetual.getMarks(mode, platform.clock.now());
      return new Map(
        rows.map(({ market, mark, index, rate }) => [
          market,
          { mark, index, rate, isFresh: marketData.getIndex(market)?.state === 'fresh' },
        ]),
      );
    },
  });
  limits.riskLimits.onOrdersEnded(() => perpetual.endOrders());
  return {
    modules: [
      createOperatorsModule(platform),
      haltsModule,
      registryModule,
      networks,
      createLedgerModule(),
      createRequestsModule(platform),
      createPoolsModule(platform),
      accounts,
      stepUp,
      security,
      sessions,
      createProtectionModule(platform, {
        accounts: accounts.service,
        emailCodes: accounts.emailCodes,
        wallets: accounts.wallets,
        stepUp: stepUp.stepUp,
        mailChange: sessions.mailChange,
      }),
      withdrawals,
      createDataExportModule(platform, stepUp),
      createClosingModule(platform, { accounts: accounts.service, ...stepUp }),
      createAccountTabModule(platform, { prices, readHosted, terms: { deposits: deposits.listTerms, withdrawals: withdrawals.listTerms } }),
      createBalanceHistoryModule(platform, { listHosted }),
      createHoldingsModule(platform),
      createFavouritesModule(platform, { ...markets, hasTraded: hasHoldings, hasSecondFactor: security.secondFactor.isBound }),
      createFaucetModule(platform),
      files,
      createAllowancesModule(platform, { networks: networks.networks }),
      createProofsModule(platform, { networks: networks.networks, files: files.service, wires: wireProofs }),
      createWiresModule(platform, { readTerms: registry.readWireTerms }),
      createIdentityModule(platform, { codes: accounts.identityCodes, files: files.service }),
      convert,
      createCreditScoreModule(platform),
      createLoansModule(platform, { readOffer: registry.readLoanTerms, files: files.service, stepUp: stepUp.stepUp }),
      marketData,
      spot,
      limits,
      seconds,
      perpetual,
      deposits,
      earn,
      createAlertsModule(platform, {
        onPrint: marketData.onPrint,
        findPrice: (market) => marketData.getIndex(market)?.price ?? null,
        listMarkets: () => MARKETS,
        readMarks: (mode, now) => perpetual.getMarks(mode, now).rows,
        subjects: { findLiquidation, findWarning, findLoanDue, findTermEnd },
      }),
      hosting,
      createRechargesModule({
        toValue(asset, units) {
          const price = prices.getPrice(asset);
          return price === null ? null : calculateValue({ asset, units, price });
        },
      }),
      createRewardsModule(platform),
      createInvitationsModule(platform),
      createVipModule(platform),
      createPresaleModule(platform),
      createAnnouncementsModule(platform),
      createHelpModule(platform, { terms: registry }),
      createNotificationsModule(platform, { mailer: accounts.mailer }),
      createStatusModule(platform, { ...markets, getIndex: marketData.getIndex, listHalts, listNetworks: () => networks.networks.list() }),
      createSupportModule(platform, { mailer: accounts.mailer, files: files.service }),
      createLiquidityModule(platform, {
        spot,
        perpetual: perpetual.quotingDoor,
        marketData: { ...markets, getActivity: marketData.getActivity },
      }),
      createStreamModule(platform, { books: { spot, perpetual } }),
      createUpkeepModule(platform),
    ],
    authenticate: accounts.service.authenticate,
    networks: networks.networks,
    quotes: { getIndex: marketData.getIndex, getMarks: perpetual.getMarks },
  };
}

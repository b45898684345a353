import type { ExchangeModule } from './composition/module';
import type { CallSession } from './http/register-call';
import { createAccountTabModule } from './modules/account-tab/account-tab.module';
import { calculateValue } from './modules/accounts/accounts';
import { createAlertsModule } from './modules/alerts/alerts.module';
import { createAllowancesModule } from './modules/allowances/allowances.module';
import { readTitles } from './modules/announcements/announcements';
import { createAnnouncementsModule } from './modules/announcements/announcements.module';
import { createBalanceHistoryModule } from './modules/balance-history/balance-history.module';
import { createClosingModule } from './modules/closing/closing.module';
import { createCreditScoreModule } from './modules/credit-score/credit-score.module';
import { createDataExportModule } from './modules/data-export/data-export.module';
import { findTermEnds } from './modules/earn/earn';
import { createFaucetModule } from './modules/faucet/faucet.module';
import { createFavouritesModule } from './modules/favourites/favourites.module';
import { createFilesModule } from './modules/files/files.module';
import { listHalts } from './modules/halts/halts';
import { createHelpModule } from './modules/help/help.module';
import { hasHoldings } from './modules/holdings/holdings';
import { createHoldingsModule } from './modules/holdings/holdings.module';
import { listHosted, readHosted } from './modules/hosting/hosting';
import { createHostingModule } from './modules/hosting/hosting.module';
import { readVerifiedName } from './modules/identity/identity';
import { createIdentityModule } from './modules/identity/identity.module';
import { createDayMaxReader } from './modules/invitations/invitations';
import { createInvitationsModule } from './modules/invitations/invitations.module';
import { createLedgerModule } from './modules/ledger/ledger.module';
import { createLiquidityModule } from './modules/liquidity/liquidity.module';
import { createLiabilitiesModule } from './modules/liabilities/liabilities.module';
import { findLoanDues } from './modules/loans/loans';
import { createLoansModule } from './modules/loans/loans.module';
import type { PriceSource } from './modules/market-data/market-data';
import { MARKETS } from './modules/market-data/markets';
import type { Networks } from './modules/networks/networks';
import { takeMailTurn } from './modules/notifications/notifications';
import { createNotificationsModule } from './modules/notifications/notifications.module';
import { createOperatorsModule } from './modules/operators/operators.module';
import {
  listFillsOfOrder as listPerpetualFills,
  listOpenPlaces,
  readOpenPositions,
  readSettledRates,
  sumTakerFees as sumPerpetualFees,
} from './modules/perpetual/perpetual';
import { createPoolsModule } from './modules/pools/pools.module';
import { createPresaleModule } from './modules/presale/presale.module';
import { createProofsModule } from './modules/proofs/proofs.module';
import { createProtectionModule } from './modules/protection/protection.module';
import { createRechargesModule } from './modules/recharges/recharges.module';
import { createRequestsModule } from './modules/requests/requests.module';
import { createRewardsModule } from './modules/rewards/rewards.module';
import { keepMembers } from './modules/status/status';
import { createStatusModule } from './modules/status/status.module';
import { createStreamModule } from './modules/stream/stream.module';
import type { StepUp } from './modules/step-up/step-up';
import { createSupportModule } from './modules/support/support.module';
import { createUpkeepModule } from './modules/upkeep/upkeep.module';
import { createVipModule } from './modules/vip/vip.module';
import { createWiresModule, wireProofs } from './modules/wires/wires.module';
import { listFillsOfOrder as listSpotFills, sumSpotTakerFees } from './modules/spot/spot.fills.repository';
import { createHouseMonitorModule } from './operator/house-monitor';
import type { Quotes } from './operator/market-status';
import type { Platform } from './platform/app';
import { createTradingModules } from './module-list.trading';
import { createMemberModules } from './module-list.members';

/** Creates the modules of the exchange, each with what it needs of others; nothing is started. `sources` overrides the sources of prices. */
export async function createModules(
  platform: Platform,
  given: { sources?: readonly PriceSource[] } = {},
): Promise<{
  modules: ExchangeModule[];
  authenticate(token: string, how?: { isUse: boolean }): Promise<CallSession | null>;
  quotes: Quotes;
  networks: Networks;
}> {
  const trading = await createTradingModules(platform, {
    ...given,
    confirmLoosening: (tx, asker) => stepUp.stepUp.require(tx, asker, { act: 'limits' }),
  });
  const { haltsModule, marketData, markets, spot, registryModule, prices, limits, seconds, perpetual } = trading;
  const { registry } = registryModule;
  const { earn, accounts, stepUp, security, networks, deposits, sessions, convert, withdrawals } = createMemberModules(platform, trading);
  const files = createFilesModule(platform);
  const hosting = createHosting(platform, trading, stepUp.stepUp);
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
      createClosingModule(platform, { accounts: accounts.service, ...stepUp, ...convert.leaving, readTerms: registry.readWithdrawalTerms }),
      createAccountTabModule(platform, { prices, readHosted, terms: { deposits: deposits.listTerms, withdrawals: withdrawals.listTerms } }),
      createBalanceHistoryModule(platform, { listHosted }),
      createHoldingsModule(platform),
      createFavouritesModule(platform, { ...markets, hasTraded: hasHoldings, hasSecondFactor: security.secondFactor.isBound }),
      createFaucetModule(platform),
      files,
      createAllowancesModule(platform, { networks: networks.networks }),
      createProofsModule(platform, { networks: networks.networks, files: files.service, wires: wireProofs }),
      createWiresModule(platform, { readTerms: registry.readWireTerms, readName: readVerifiedName }),
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
        subjects: { ...perpetual.watched, listOpen: listOpenPlaces, findLoanDues, findTermEnds },
      }),
      hosting,
      createRechargesModule(platform, { toValue: createValuer(prices) }),
      createRewardsModule(platform, { readDayMax: createDayMaxReader(registry.readInvitationTerms) }),
      createInvitationsModule(platform, { termsAt: registry.readInvitationTerms }),
      createVipModule(platform, { termsAt: registry.readVipTermsInForce }),
      createPresaleModule(platform),
      createAnnouncementsModule(platform),
      createHelpModule(platform, { terms: registry }),
      createNotificationsModule(platform, { mailer: accounts.mailer, readTitles }),
      createStatusModule(platform, { ...markets, getIndex: marketData.getIndex, listHalts, networks: networks.networks }),
      createLiabilitiesModule(platform, { onBuilt: keepMembers }),
      createSupportModule(platform, { mailer: accounts.mailer, files: files.service, takeTurn: takeMailTurn }),
      createLiquidityModule(platform, {
        spot,
        perpetual: perpetual.quotingDoor,
        marketData: { ...markets, getActivity: marketData.getActivity },
      }),
      createStreamModule(platform, { books: { spot, perpetual } }),
      createHouseMonitorModule(platform),
      createUpkeepModule(platform),
    ],
    authenticate: accounts.service.authenticate,
    networks: networks.networks,
    quotes: { getIndex: marketData.getIndex, getMarks: perpetual.getMarks },
  };
}

/** Returns what values an amount (base units) in USDT at the price of now; null where there is none. */
function createValuer({ getPrice }: Pick<Awaited<ReturnType<typeof createTradingModules>>['prices'], 'getPrice'>) {
  return (asset: string, units: bigint) => {
    const price = getPrice(asset);
    return price === null ? null : calculateValue({ asset, units, price });
  };
}

/** Creates the books that trade by rules: they use the doors that everybody uses. */
function createHosting(
  platform: Platform,
  { registryModule, markets, marketData, spot, perpetual }: Awaited<ReturnType<typeof createTradingModules>>,
  stepUp: StepUp,
) {
  return createHostingModule(platform, {
    readPlans: registryModule.registry.readHostingTerms,
    confirm: (tx, caller, about) => stepUp.require(tx, caller, { act: 'hosting', ...about }),
    readOpenPositions,
    readSettledRates,
    listFills: { spot: listSpotFills, perpetual: listPerpetualFills },
    sumTakerFees: { spot: sumSpotTakerFees, perpetual: sumPerpetualFees },
    markets,
    findSimulated: marketData.sources[0]?.kind === 'simulation' ? marketData.getSimulatedPrice : null,
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
        rows.map(({ market, mark, index }) => [market, { mark, index, isFresh: marketData.getIndex(market)?.state === 'fresh' }]),
      );
    },
  });
}

import { createMarketPrices } from './modules/accounts/accounts';
import { createHaltsModule } from './modules/halts/halts.module';
import { readVerifiedCountry } from './modules/identity/identity';
import type { PriceSource } from './modules/market-data/market-data';
import { createMarketDataModule } from './modules/market-data/market-data.module';
import { MARKETS, type MarketSpec } from './modules/market-data/markets';
import { optionRisk } from './modules/options/options';
import { createOptionsModule } from './modules/options/options.module';
import { perpetualRisk } from './modules/perpetual/perpetual';
import { createPerpetualModule } from './modules/perpetual/perpetual.module';
import type { Registry } from './modules/registry/registry';
import { createRegistryModule } from './modules/registry/registry.module';
import { createRiskLimitsModule } from './modules/risk-limits/risk-limits.module';
import type { ConfirmLoosening } from './modules/risk-limits/risk-limits.service';
import { createSpotModule } from './modules/spot/spot.module';
import type { Platform } from './platform/app';

/** Creates the markets and whoever trades in them. `sources` overrides the sources of prices; who loosens own limits is asked to confirm it. */
export async function createTradingModules(
  platform: Platform,
  { confirmLoosening, ...given }: { sources?: readonly PriceSource[]; confirmLoosening: ConfirmLoosening },
) {
  // The tickers show the best quotes of spot, which is made after them.
  let findQuotes: (market: string) => { bid: string | null; ask: string | null } | null = () => null;
  const haltsModule = createHaltsModule(platform);
  const { halts } = haltsModule;
  const registryModule = createRegistryModule(platform);
  const { registry } = registryModule;
  const marketData = await createMarketDataModule(platform, {
    ...given,
    bestQuotes: (market) => findQuotes(market),
    findHalt: (market) => halts.find(market)?.reason ?? null,
    listedAt: registry.readListedAt,
  });
  // Whoever takes trades goes by the halts of operators too; what prices decide by themselves doesn't.
  const listed = MARKETS.map((spec) => withLimits(spec, registry));
  const markets = { getIndex: halts.overlay(marketData.getIndex), listMarkets: () => listed, onPrint: marketData.onPrint };
  const spot = createSpotModule(platform, { marketData: markets, readFees: () => registry.readFees('spot') });
  findQuotes = (market) => spot.bestQuotes(market, 'real');
  const prices = createMarketPrices(marketData);
  const limits = createRiskLimitsModule(platform, {
    risks: { option: optionRisk, perpetual: perpetualRisk },
    readCountry: readVerifiedCountry,
    confirmLoosening,
  });
  const seconds = createOptionsModule(platform, {
    marketData: markets,
    riskLimits: limits.riskLimits,
    readTerms: registry.readOptionTerms,
  });
  const perpetual = createPerpetualModule(platform, {
    marketData: markets,
    readFees: () => registry.readFees('perpetual'),
    readRisk: registry.readPerpetualRisk,
    loadStandings: (tx, owners) => limits.riskLimits.load(tx, owners, 'perpetual'),
  });
  limits.riskLimits.onOrdersEnded(() => perpetual.endOrders());
  return { haltsModule, marketData, markets, spot, registryModule, prices, limits, seconds, perpetual };
}

export type TradingModules = Awaited<ReturnType<typeof createTradingModules>>;

/** A market with its limits as the registry has them in force whenever they are read. */
function withLimits(
  spec: MarketSpec,
  { readMarketLimits, readWidestLimits, readPriceBand }: Pick<Registry, 'readMarketLimits' | 'readWidestLimits' | 'readPriceBand'>,
) {
  const { market, base, quote, tickSize, tickScale, stepSize, stepScale } = spec;
  return {
    ...{ market, base, quote, tickSize, tickScale, stepSize, stepScale },
    get quantityMin() {
      return readMarketLimits(market).quantityMin;
    },
    get quantityMax() {
      return readMarketLimits(market).quantityMax;
    },
    get minNotional() {
      return readMarketLimits(market).minNotional;
    },
    get widest() {
      return readWidestLimits(market);
    },
    get priceBandRate() {
      return readPriceBand();
    },
  };
}

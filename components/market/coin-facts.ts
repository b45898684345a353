/** How transactions of a coin are confirmed. */
export type Security = 'work' | 'stake' | 'elected' | 'list' | 'token';
/** `capped`: there are never more than `max`. `burned`: burned until `max` are left. `voted`: holders vote on it. `open`: without a limit. */
export type Supply = { kind: 'capped' | 'burned'; max: string } | { kind: 'open' | 'voted' };
export type CoinFacts = { launched: number; security: Security; supply: Supply };

/** What the protocols of the coins say of themselves; the year is that of the first block, or of the token. */
export const COIN_FACTS = {
  BTC: { launched: 2009, security: 'work', supply: { kind: 'capped', max: '21000000' } },
  ETH: { launched: 2015, security: 'stake', supply: { kind: 'open' } },
  SOL: { launched: 2020, security: 'stake', supply: { kind: 'open' } },
  BNB: { launched: 2017, security: 'elected', supply: { kind: 'burned', max: '100000000' } },
  XRP: { launched: 2012, security: 'list', supply: { kind: 'capped', max: '100000000000' } },
  ADA: { launched: 2017, security: 'stake', supply: { kind: 'capped', max: '45000000000' } },
  DOGE: { launched: 2013, security: 'work', supply: { kind: 'open' } },
  TRX: { launched: 2018, security: 'elected', supply: { kind: 'open' } },
  LTC: { launched: 2011, security: 'work', supply: { kind: 'capped', max: '84000000' } },
  LINK: { launched: 2017, security: 'token', supply: { kind: 'capped', max: '1000000000' } },
  AVAX: { launched: 2020, security: 'stake', supply: { kind: 'capped', max: '720000000' } },
  DOT: { launched: 2020, security: 'stake', supply: { kind: 'voted' } },
} as const satisfies Record<string, CoinFacts>;

export type KnownCoin = keyof typeof COIN_FACTS;

export function isKnownCoin(coin: string): coin is KnownCoin {
  return Object.hasOwn(COIN_FACTS, coin);
}

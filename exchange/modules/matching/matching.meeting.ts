/** One meeting of a taker with a resting order, at the resting order's price. */
export type Match = {
  maker: { readonly id: number; readonly owner: number; readonly price: number };
  quantity: number;
  /** Steps the maker had filled as maker before. */
  makerFilledBefore: number;
};
/** Why matching ended: all filled, next price beyond the limit, other side empty, next order is the taker's own, or too many matches. */
export type MatchStop = 'filled' | 'price' | 'empty' | 'self' | 'bound';
/** An order as it takes: no worse than `limit` ticks, `quantity` steps. */
export type TakerTerms = { owner: number; isBid: boolean; limit: number; quantity: number };
export type MatchResult = { matches: Match[]; rest: number; stop: MatchStop };

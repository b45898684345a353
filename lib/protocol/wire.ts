/**
 * Words and units that every side of the protocol shares. Imports nothing, so that a browser may import it.
 *
 * An amount or a price is a `DecimalString`: plain digits, at most one point, no exponent, no leading plus.
 */
export type DecimalString = string;

export const LOCALES = ['en', 'zh-CN', 'zh-TW', 'ja', 'tr', 'vi', 'es', 'it', 'fr', 'de', 'ru', 'ko', 'ms'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

export const MODES = ['real', 'demo'] as const;
/** Which of a user's two separate sets of balances and orders is meant (`is_cs` 0 or 1 on the legacy wire). */
export type Mode = (typeof MODES)[number];

export const CANDLE_INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'] as const;
export type CandleInterval = (typeof CANDLE_INTERVALS)[number];

/** Minutes of each interval, as call 23 names them. */
export const CANDLE_MINUTES: Record<CandleInterval, number> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10080,
};

export const ORDER_SIDES = ['buy', 'sell'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];
export const ORDER_KINDS = ['limit', 'market'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];
/** `POST_ONLY` refuses an order that would take; the three others say how long the rest of an order lives. */
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'POST_ONLY'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export const ORDER_STATUSES = ['open', 'partially_filled', 'filled', 'cancelled', 'expired'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
/** Spot has orders that wait for a stop price before they are limit orders. */
export const SPOT_ORDER_KINDS = [...ORDER_KINDS, 'stop_limit'] as const;
export type SpotOrderKind = (typeof SPOT_ORDER_KINDS)[number];
/** What can be asked for: `oco` places a limit and a stop-limit order of which one ends the other. */
export const SPOT_TICKET_KINDS = [...SPOT_ORDER_KINDS, 'oco'] as const;
export type SpotTicketKind = (typeof SPOT_TICKET_KINDS)[number];
/** `waiting`: the stop price has not been reached; the funds are held. */
export const SPOT_ORDER_STATUSES = ['waiting', ...ORDER_STATUSES] as const;
export type SpotOrderStatus = (typeof SPOT_ORDER_STATUSES)[number];
export const STOP_SIDES = ['rise', 'fall'] as const;
/** Whether the index has to rise or to fall to a stop price. */
export type StopSide = (typeof STOP_SIDES)[number];
/** What became of the take-profit and the stop-loss of an entry: not placed yet, placed, or left out with a reason. */
export const EXIT_STATES = ['pending', 'placed', 'dropped'] as const;
export type ExitState = (typeof EXIT_STATES)[number];

export const OPTION_DIRECTIONS = ['up', 'down'] as const;
export type OptionDirection = (typeof OPTION_DIRECTIONS)[number];
/** `pending` waits for its purchase price, `running` for its delivery; the others are final. */
export const OPTION_STATES = ['pending', 'running', 'won', 'lost', 'refunded'] as const;
export type OptionState = (typeof OPTION_STATES)[number];
/** How a seconds contract can end. */
export const OPTION_RESULTS = ['won', 'lost', 'refunded'] as const satisfies readonly OptionState[];
/** Limits that a user sets for themselves: the stake of one contract, then stakes and losses of a day, a week and a month in UTC. */
export const RISK_LIMITS = ['stake', 'stake_day', 'stake_week', 'stake_month', 'loss_day', 'loss_week', 'loss_month'] as const;
export type RiskLimit = (typeof RISK_LIMITS)[number];
/** Breaks in days: three to cool off, and the self-exclusion. */
export const TRADING_BREAKS = ['1', '3', '7', '180'] as const;
export type TradingBreak = (typeof TRADING_BREAKS)[number];
/** Questions of the appropriateness test, each answered `y` or `n`. */
export const KNOWLEDGE_TEST_LENGTH = 5;

export const POSITION_SIDES = ['long', 'short'] as const;
export type PositionSide = (typeof POSITION_SIDES)[number];
/** Who sent an order of a perpetual market: its owner, one of the triggers of the position, or the exchange. */
/** What of a user an `account` event of the stream says to read again. */
export const ACCOUNT_CHANGES = [
  'orders',
  'balances',
  'notifications',
  'deposits',
  'staking',
  'loans',
  'support',
  'rewards',
  'presale',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];
export const PERPETUAL_ORIGINS = ['user', 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage'] as const;
export type PerpetualOrigin = (typeof PERPETUAL_ORIGINS)[number];
/** What a list of perpetual orders is narrowed to: how a member's own order was placed, or who else closed with it. */
export const PERPETUAL_LISTED_KINDS = [...ORDER_KINDS, 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage'] as const;
export type PerpetualListedKind = (typeof PERPETUAL_LISTED_KINDS)[number];
/** Markets with a book: spot trades the coin, perpetual a contract on its price. */
/** Orders that one call cancels at most. */
export const CANCEL_ALL_MAX = 500;
export const BOOK_KINDS = ['spot', 'perpetual'] as const;
export type BookKind = (typeof BOOK_KINDS)[number];
/** Fixed terms in a coin, and two ways to stake ether: any amount together with others, or whole validator places. */
export const STAKING_KINDS = ['term', 'eth-joint', 'eth-individual'] as const;
export type StakingKind = (typeof STAKING_KINDS)[number];
/** `leaving`: it earns nothing any more and waits for its exit; `ended` after its term, `redeemed` before. */
export const STAKING_STATES = ['running', 'leaving', 'ended', 'redeemed'] as const;
export type StakingState = (typeof STAKING_STATES)[number];
/** What keeps a position from being renewed: its term is not offered any more, not with this amount, or its pool can't cover it. */
export const NOT_RENEWED = ['term', 'amount', 'pool'] as const;
export type NotRenewed = (typeof NOT_RENEWED)[number];
/** `pending` until the next valuation, `leaving` from then to the one that ends it; `stopped` with its book, `cancelled` before it began. */
export const HOSTING_STATES = ['pending', 'running', 'leaving', 'ended', 'redeemed', 'stopped', 'cancelled'] as const;
export type HostingState = (typeof HOSTING_STATES)[number];
/** What consent and limits are about. */
export const LIMITED_PRODUCTS = ['option', 'perpetual'] as const;
export type LimitedProduct = (typeof LIMITED_PRODUCTS)[number];

/** The longest amount that any border takes: 20 integer digits, the point, 18 decimals. */
export const DECIMAL_LENGTH_MAX = 39;
/** Integer digits of an amount that a user types (decision 4), so of a limit. */
export const LIMIT_DIGITS_MAX = 9;
/** A request id is made by the client: a UUID, or anything as long that is unguessable. */
export const REQUEST_ID_LENGTH_MIN = 16;
export const REQUEST_ID_LENGTH_MAX = 64;
/** Rows on one page of any list. */
export const PAGE_SIZE = 20;
export const PAGE_NUMBER_MAX = 10_000;
/** Candles that one answer of call 23 holds at most. */
/** Markets that a user may star. */
export const FAVOURITES_MAX = 100;
/** How far back the history of a balance is asked for. */
export const BALANCE_RANGES = ['1d', '1w', '1m', '1y', 'all'] as const;
export type BalanceRange = (typeof BALANCE_RANGES)[number];
export const CANDLES_MAX = 500;
/** Price levels a side in a book answer. */
export const BOOK_LEVELS_MAX = 20;
export const TRADES_MAX = 50;
/** Rows in one answer of a list that is read for a file. */
export const FILE_PAGE_MAX = 500;
/** How far a list that is narrowed looks back at most, in days. */
export const LIST_DAYS_MAX = 3_660;
/** The last moment that ISO 8601 writes with four digits of the year, in ms since 1970: what lies behind it is no time here. */
export const MILLIS_MAX = 253_402_300_799_999;
/** A price older than this refuses new orders (decision 5). */
export const FEED_STALE_MS = 3_000;
/** A feed silent for longer takes reducing orders only (decision 5). */
export const FEED_DEAD_MS = 10_000;
/** How far a price may be traded on: `halted` is one that the venues do not confirm, so only orders that reduce are taken. */
export const FEED_STATES = ['fresh', 'stale', 'dead', 'halted'] as const;
export type FeedState = (typeof FEED_STATES)[number];
/** Why a market is halted: too few venues answer in time, those that answer disagree, or the price moved further than it may unconfirmed. */
export const OPERATOR_HALT_REASONS = ['maintenance', 'inquiry'] as const;
export type OperatorHaltReason = (typeof OPERATOR_HALT_REASONS)[number];
export const HALT_REASONS = ['quorum', 'venues', 'jump', ...OPERATOR_HALT_REASONS] as const;
export type HaltReason = (typeof HALT_REASONS)[number];
/** The whole of a call to the backend, connection included (specification 7). */
export const LEGACY_TIMEOUT_MS = 50_000;

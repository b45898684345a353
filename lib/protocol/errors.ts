/**
 * The closed list of refusals. `text` is what the exchange says in the legacy envelope (English; the app shows its own
 * translation by code), `status` is the HTTP status of the backend-for-frontend, `retry` says who may try again.
 */
export type Retry = 'never' | 'later' | 'same-request';
type Row = { status: number; text: string; retry: Retry };

const row = (status: number, text: string, retry: Retry = 'never'): Row => ({ status, text, retry });

export const ERRORS = {
  REQUEST_INVALID: row(400, 'Please check what you entered'),
  REQUEST_TOO_LARGE: row(413, 'The request is too large'),
  REQUEST_UNSUPPORTED: row(415, 'The request has the wrong content type'),
  ORIGIN_REFUSED: row(403, 'This request did not come from the app'),
  RATE_LIMITED: row(429, 'Too many requests, please wait a moment', 'later'),
  NOT_FOUND: row(404, 'Not found'),
  METHOD_REFUSED: row(405, 'Not found'),
  DUPLICATE_REQUEST: row(409, 'This request number was used with other details'),
  REQUEST_PENDING: row(409, 'This request is being processed', 'same-request'),
  FEATURE_NOT_OFFERED: row(404, 'Not offered yet'),
  SESSION_REQUIRED: row(401, 'Please log in first'),
  SESSION_EXPIRED: row(401, 'Your login has expired, please log in again'),
  LOGIN_FAILED: row(401, 'The user name or the password is wrong'),
  LOGIN_LOCKED: row(429, 'Too many attempts, please wait a few minutes', 'later'),
  TWO_FACTOR_REQUIRED: row(401, 'Please enter your authenticator code'),
  TWO_FACTOR_WRONG: row(401, 'The authenticator code is wrong'),
  WALLET_SIGNATURE_WRONG: row(401, 'The wallet signature could not be verified'),
  WALLET_MESSAGE_EXPIRED: row(401, 'The sign-in message has expired, please try again'),
  BFF_KEY_REQUIRED: row(403, 'Not allowed'),
  USERNAME_INVALID: row(400, 'The user name needs 3 to 32 letters, digits or underscores'),
  USERNAME_TAKEN: row(409, 'This user name is taken'),
  EMAIL_INVALID: row(400, 'The e-mail address is not valid'),
  EMAIL_TAKEN: row(409, 'This e-mail address is in use'),
  PASSWORD_WEAK: row(400, 'The password needs at least 10 characters'),
  PASSWORD_MISMATCH: row(400, 'The passwords are not the same'),
  MAIL_CODE_WRONG: row(400, 'The verification code is wrong or has expired'),
  REFERRAL_UNKNOWN: row(400, 'This referral code does not exist'),
  CHALLENGE_FAILED: row(400, 'The security check failed, please try again'),
  AMOUNT_INVALID: row(400, 'The amount is not valid'),
  AMOUNT_PRECISION: row(400, 'The amount has too many decimals'),
  INSUFFICIENT_BALANCE: row(409, 'Insufficient balance'),
  ASSET_UNKNOWN: row(404, 'Unknown coin'),
  MARKET_UNKNOWN: row(404, 'Unknown market'),
  MARKET_STALE: row(409, 'The price feed is delayed, orders are paused', 'later'),
  MARKET_BUSY: row(503, 'The market is busy, please try again', 'same-request'),
  ORDER_NOT_FOUND: row(404, 'Order not found'),
  ORDER_CLOSED: row(409, 'The order is already closed'),
  ORDER_PRICE_INVALID: row(400, 'The price does not fit the price step'),
  ORDER_PRICE_OUT_OF_RANGE: row(400, 'The price is too far from the market'),
  ORDER_QUANTITY_INVALID: row(400, 'The amount does not fit the amount step'),
  ORDER_QUANTITY_OUT_OF_RANGE: row(400, 'The amount is outside the limits of this market'),
  ORDER_NOTIONAL_TOO_SMALL: row(400, 'The order value is below the minimum'),
  ORDER_WOULD_TAKE: row(409, 'A post-only order would have been filled at once'),
  ORDER_NOT_FILLABLE: row(409, 'The order could not be filled completely'),
  ORDER_NO_LIQUIDITY: row(409, 'Nobody offers the other side right now', 'later'),
  ORDER_SELF_TRADE: row(409, 'The order would trade with your own order'),
  ORDERS_OPEN_TOO_MANY: row(409, 'Too many open orders in this market'),
  FAUCET_LIMIT: row(429, 'The faucet is used up for today', 'later'),
  LEGACY_UNREACHABLE: row(502, 'The exchange cannot be reached', 'later'),
  LEGACY_TIMEOUT: row(504, 'The exchange did not answer in time', 'same-request'),
  LEGACY_MALFORMED: row(502, 'The exchange gave an answer that we cannot read', 'later'),
  LEGACY_UNKNOWN: row(422, 'The exchange refused the request'),
  INTERNAL: row(500, 'Something went wrong on our side', 'later'),
} as const satisfies Record<string, Row>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/**
 * How the in-app browsers of wallets name themselves. A hint and never a gate: several wallets (Trust Wallet among them) name nothing, and
 * are found by their provider instead.
 */
const WALLETS: readonly (readonly [string, RegExp])[] = [
  ['MetaMask', /MetaMaskMobile/i],
  ['OKX Wallet', /OKApp/i],
  ['Bitget Wallet', /BitKeep|Bitget/i],
  ['Phantom', /Phantom/i],
  ['DeFi Wallet', /DeFiWallet/i],
  ['1inch Wallet', /1inchWallet/i],
  ['Robinhood Wallet', /RHNCW/],
  ['Coinbase Wallet', /CoinbaseWallet|CoinbaseBrowser/i],
  ['TokenPocket', /TokenPocket/i],
  ['imToken', /\simToken\//i],
  ['Binance', /\b(BNC|BMP)\/\d+/],
  ['SafePal', /safepal/i],
  ['Rainbow', /Rainbow/i],
];

/** Search engines and the link previews of messengers and networks. */
const ROBOT_PATTERN =
  /bot\b|bot\/|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp\/|telegram|twitter|linkedin|discord|slack|skype|pinterest|embedly|vkshare|kakaotalk-scrap|line-poker|preview|lighthouse|duckduckgo|baidu|yandex|bingpreview|google-inspectiontool/i;

/** A longer one is cut before it is searched. */
const USER_AGENT_LENGTH_MAX = 512;

/** Returns the wallet whose own browser a user agent names; null where it names none. */
export function findWalletName(userAgent: string): string | null {
  const text = userAgent.slice(0, USER_AGENT_LENGTH_MAX);
  return WALLETS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** Says whether the user agent names a wallet's own browser. */
export function isWalletBrowser(userAgent: string): boolean {
  return findWalletName(userAgent) !== null;
}

/** Says whether the user agent names a search engine or a link preview. */
export function isRobot(userAgent: string): boolean {
  return ROBOT_PATTERN.test(userAgent.slice(0, USER_AGENT_LENGTH_MAX));
}

/**
 * How the in-app browsers of wallets name themselves. A hint and never a gate: several wallets (Trust Wallet among them) name nothing, and
 * are found by their provider instead.
 */
const WALLET_PATTERNS: readonly RegExp[] = [
  /MetaMaskMobile/i,
  /OKApp/i,
  /BitKeep|Bitget/i,
  /Phantom/i,
  /DeFiWallet/i,
  /1inchWallet/i,
  /RHNCW/,
  /CoinbaseWallet|CoinbaseBrowser/i,
  /TokenPocket/i,
  /\simToken\//i,
  /\b(BNC|BMP)\/\d+/,
  /safepal/i,
  /Rainbow/i,
];

/** Search engines and the link previews of messengers and networks. */
const ROBOT_PATTERN =
  /bot\b|bot\/|crawl|spider|slurp|facebookexternalhit|facebookcatalog|whatsapp\/|telegram|twitter|linkedin|discord|slack|skype|pinterest|embedly|vkshare|kakaotalk-scrap|line-poker|preview|lighthouse|duckduckgo|baidu|yandex|bingpreview|google-inspectiontool/i;

/** A longer one is cut before it is searched. */
const USER_AGENT_LENGTH_MAX = 512;

/** Says whether the user agent names a wallet's own browser. */
export function isWalletBrowser(userAgent: string): boolean {
  const text = userAgent.slice(0, USER_AGENT_LENGTH_MAX);
  return WALLET_PATTERNS.some((pattern) => pattern.test(text));
}

/** Says whether the user agent names a search engine or a link preview. */
export function isRobot(userAgent: string): boolean {
  return ROBOT_PATTERN.test(userAgent.slice(0, USER_AGENT_LENGTH_MAX));
}

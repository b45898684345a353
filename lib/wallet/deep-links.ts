/** Addresses by which common wallets open a page in their own browser. */
export const WALLET_LINKS: readonly { name: string; link: (url: string) => string }[] = [
  { name: 'MetaMask', link: (url) => `https://metamask.app.link/dapp/${url.replace(/^https?:\/\//, '')}` },
  { name: 'Trust Wallet', link: (url) => `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(url)}` },
  { name: 'Coinbase Wallet', link: (url) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(url)}` },
  {
    name: 'OKX Wallet',
    link: (url) =>
      `https://www.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${encodeURIComponent(url)}`)}`,
  },
  { name: 'imToken', link: (url) => `imtokenv2://navigate/DappView?url=${encodeURIComponent(url)}` },
  { name: 'TokenPocket', link: (url) => `tpdapp://open?params=${encodeURIComponent(JSON.stringify({ url, chain: 'ETH' }))}` },
];

/** Where the browser extension of a computer comes from. */
export const EXTENSION_LINK = 'https://metamask.io/download/';

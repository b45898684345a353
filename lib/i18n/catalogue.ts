import 'server-only';
import type { Locale } from '../protocol/wire';
import { keepUnits } from './keep-units';

type File<Texts> = Promise<{ default: Texts }>;

/** One line a domain: its namespace, and how a language's file of it is read. English gives keys and types; all languages hold the same keys. */
const FILES = {
  Account: (locale: Locale) => import(`../../messages/${locale}/account.json`) as File<typeof import('../../messages/en/account.json')>,
  AccountHub: (locale: Locale) =>
    import(`../../messages/${locale}/account-hub.json`) as File<typeof import('../../messages/en/account-hub.json')>,
  Agreement: (locale: Locale) =>
    import(`../../messages/${locale}/agreement.json`) as File<typeof import('../../messages/en/agreement.json')>,
  Alerts: (locale: Locale) => import(`../../messages/${locale}/alerts.json`) as File<typeof import('../../messages/en/alerts.json')>,
  Allowances: (locale: Locale) =>
    import(`../../messages/${locale}/allowances.json`) as File<typeof import('../../messages/en/allowances.json')>,
  Articles: (locale: Locale) => import(`../../messages/${locale}/articles.json`) as File<typeof import('../../messages/en/articles.json')>,
  Auth: (locale: Locale) => import(`../../messages/${locale}/auth.json`) as File<typeof import('../../messages/en/auth.json')>,
  Chart: (locale: Locale) => import(`../../messages/${locale}/chart.json`) as File<typeof import('../../messages/en/chart.json')>,
  Coins: (locale: Locale) => import(`../../messages/${locale}/coins.json`) as File<typeof import('../../messages/en/coins.json')>,
  CoinInfo: (locale: Locale) =>
    import(`../../messages/${locale}/coin-info.json`) as File<typeof import('../../messages/en/coin-info.json')>,
  Common: (locale: Locale) => import(`../../messages/${locale}/common.json`) as File<typeof import('../../messages/en/common.json')>,
  CreditScore: (locale: Locale) =>
    import(`../../messages/${locale}/credit-score.json`) as File<typeof import('../../messages/en/credit-score.json')>,
  Data: (locale: Locale) => import(`../../messages/${locale}/data.json`) as File<typeof import('../../messages/en/data.json')>,
  Deposits: (locale: Locale) => import(`../../messages/${locale}/deposits.json`) as File<typeof import('../../messages/en/deposits.json')>,
  Convert: (locale: Locale) => import(`../../messages/${locale}/convert.json`) as File<typeof import('../../messages/en/convert.json')>,
  ErrorValues: (locale: Locale) =>
    import(`../../messages/${locale}/error-values.json`) as File<typeof import('../../messages/en/error-values.json')>,
  Errors: (locale: Locale) => import(`../../messages/${locale}/errors.json`) as File<typeof import('../../messages/en/errors.json')>,
  Faq: (locale: Locale) => import(`../../messages/${locale}/faq.json`) as File<typeof import('../../messages/en/faq.json')>,
  Fees: (locale: Locale) => import(`../../messages/${locale}/fees.json`) as File<typeof import('../../messages/en/fees.json')>,
  Help: (locale: Locale) => import(`../../messages/${locale}/help.json`) as File<typeof import('../../messages/en/help.json')>,
  Presale: (locale: Locale) => import(`../../messages/${locale}/presale.json`) as File<typeof import('../../messages/en/presale.json')>,
  Terminal: (locale: Locale) => import(`../../messages/${locale}/terminal.json`) as File<typeof import('../../messages/en/terminal.json')>,
  Vip: (locale: Locale) => import(`../../messages/${locale}/vip.json`) as File<typeof import('../../messages/en/vip.json')>,
  Invite: (locale: Locale) => import(`../../messages/${locale}/invite.json`) as File<typeof import('../../messages/en/invite.json')>,
  Home: (locale: Locale) => import(`../../messages/${locale}/home.json`) as File<typeof import('../../messages/en/home.json')>,
  Landing: (locale: Locale) => import(`../../messages/${locale}/landing.json`) as File<typeof import('../../messages/en/landing.json')>,
  Language: (locale: Locale) => import(`../../messages/${locale}/language.json`) as File<typeof import('../../messages/en/language.json')>,
  Layout: (locale: Locale) => import(`../../messages/${locale}/layout.json`) as File<typeof import('../../messages/en/layout.json')>,
  Loans: (locale: Locale) => import(`../../messages/${locale}/loans.json`) as File<typeof import('../../messages/en/loans.json')>,
  Mails: (locale: Locale) => import(`../../messages/${locale}/mails.json`) as File<typeof import('../../messages/en/mails.json')>,
  Market: (locale: Locale) => import(`../../messages/${locale}/market.json`) as File<typeof import('../../messages/en/market.json')>,
  Money: (locale: Locale) => import(`../../messages/${locale}/money.json`) as File<typeof import('../../messages/en/money.json')>,
  Notifications: (locale: Locale) =>
    import(`../../messages/${locale}/notifications.json`) as File<typeof import('../../messages/en/notifications.json')>,
  Options: (locale: Locale) => import(`../../messages/${locale}/options.json`) as File<typeof import('../../messages/en/options.json')>,
  Perpetual: (locale: Locale) =>
    import(`../../messages/${locale}/perpetual.json`) as File<typeof import('../../messages/en/perpetual.json')>,
  Pictures: (locale: Locale) => import(`../../messages/${locale}/pictures.json`) as File<typeof import('../../messages/en/pictures.json')>,
  Proofs: (locale: Locale) => import(`../../messages/${locale}/proofs.json`) as File<typeof import('../../messages/en/proofs.json')>,
  Protection: (locale: Locale) =>
    import(`../../messages/${locale}/protection.json`) as File<typeof import('../../messages/en/protection.json')>,
  Records: (locale: Locale) => import(`../../messages/${locale}/records.json`) as File<typeof import('../../messages/en/records.json')>,
  Security: (locale: Locale) => import(`../../messages/${locale}/security.json`) as File<typeof import('../../messages/en/security.json')>,
  Sessions: (locale: Locale) => import(`../../messages/${locale}/sessions.json`) as File<typeof import('../../messages/en/sessions.json')>,
  Lists: (locale: Locale) => import(`../../messages/${locale}/lists.json`) as File<typeof import('../../messages/en/lists.json')>,
  Spot: (locale: Locale) => import(`../../messages/${locale}/spot.json`) as File<typeof import('../../messages/en/spot.json')>,
  Status: (locale: Locale) => import(`../../messages/${locale}/status.json`) as File<typeof import('../../messages/en/status.json')>,
  StepUp: (locale: Locale) => import(`../../messages/${locale}/step-up.json`) as File<typeof import('../../messages/en/step-up.json')>,
  Hosting: (locale: Locale) => import(`../../messages/${locale}/hosting.json`) as File<typeof import('../../messages/en/hosting.json')>,
  Staking: (locale: Locale) => import(`../../messages/${locale}/staking.json`) as File<typeof import('../../messages/en/staking.json')>,
  Support: (locale: Locale) => import(`../../messages/${locale}/support.json`) as File<typeof import('../../messages/en/support.json')>,
  Verification: (locale: Locale) =>
    import(`../../messages/${locale}/verification.json`) as File<typeof import('../../messages/en/verification.json')>,
  Wallet: (locale: Locale) => import(`../../messages/${locale}/wallet.json`) as File<typeof import('../../messages/en/wallet.json')>,
  WayBack: (locale: Locale) => import(`../../messages/${locale}/way-back.json`) as File<typeof import('../../messages/en/way-back.json')>,
  Withdrawals: (locale: Locale) =>
    import(`../../messages/${locale}/withdrawals.json`) as File<typeof import('../../messages/en/withdrawals.json')>,
  Wires: (locale: Locale) => import(`../../messages/${locale}/wires.json`) as File<typeof import('../../messages/en/wires.json')>,
  Write: (locale: Locale) => import(`../../messages/${locale}/write.json`) as File<typeof import('../../messages/en/write.json')>,
};

export type Namespace = keyof typeof FILES;
export type Messages = { [N in Namespace]: Awaited<ReturnType<(typeof FILES)[N]>>['default'] };

export const NAMESPACES = Object.keys(FILES) as Namespace[];

/** Reads the texts of one namespace in one language; lines don't break between a figure and its unit. */
export async function readNamespace<N extends Namespace>(locale: Locale, namespace: N): Promise<Messages[N]> {
  return keepUnits((await FILES[namespace](locale)).default as Messages[N]);
}

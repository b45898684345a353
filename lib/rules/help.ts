import { fillText } from './notifications';

/** What the entries of the FAQ are about, in the order of the page. */
export const FAQ_TOPICS = ['start', 'check', 'money', 'trading', 'earning', 'borrowing', 'safety', 'people'] as const;
export type FaqTopic = (typeof FAQ_TOPICS)[number];
type Entry = { topic: FaqTopic; needs?: string };

/** Every entry of the FAQ, in the order of the page; `needs` is the feature without which it isn't shown. */
export const FAQ_ENTRIES = {
  'what-is': { topic: 'start' },
  'who-for': { topic: 'start' },
  cost: { topic: 'start' },
  wallet: { topic: 'start', needs: 'wallet-signatures' },
  'wallet-permission': { topic: 'start', needs: 'wallet-signatures' },
  demo: { topic: 'start', needs: 'demo-top-up' },
  sandbox: { topic: 'start', needs: 'faucet' },
  language: { topic: 'start' },
  'check-prices': { topic: 'check', needs: 'prints' },
  'check-result': { topic: 'check', needs: 'option' },
  'check-fees': { topic: 'check', needs: 'spot' },
  'check-balance': { topic: 'check' },
  'change-terms': { topic: 'check', needs: 'prints' },
  'house-money': { topic: 'check' },
  reserves: { topic: 'check', needs: 'deposits' },
  'deposit-how': { topic: 'money', needs: 'deposits' },
  'deposit-missing': { topic: 'money', needs: 'deposits' },
  'deposit-network': { topic: 'money', needs: 'deposits' },
  'network-paused': { topic: 'money', needs: 'deposits' },
  'deposit-proof': { topic: 'money', needs: 'deposits' },
  'withdraw-how': { topic: 'money', needs: 'withdrawals' },
  'withdraw-wait': { topic: 'money', needs: 'withdrawals' },
  'withdraw-tax': { topic: 'money', needs: 'withdrawals' },
  'withdraw-wrong': { topic: 'money', needs: 'withdrawals' },
  convert: { topic: 'money', needs: 'convert' },
  held: { topic: 'money' },
  'spot-how': { topic: 'trading', needs: 'spot' },
  'spot-price': { topic: 'trading', needs: 'spot' },
  'spot-open': { topic: 'trading', needs: 'spot' },
  'amend-order': { topic: 'trading', needs: 'spot' },
  'perpetual-what': { topic: 'trading', needs: 'perpetual' },
  liquidation: { topic: 'trading', needs: 'perpetual' },
  'owe-more': { topic: 'trading', needs: 'perpetual' },
  funding: { topic: 'trading', needs: 'perpetual' },
  'seconds-what': { topic: 'trading', needs: 'option' },
  'seconds-odds': { topic: 'trading', needs: 'option' },
  limits: { topic: 'trading', needs: 'option' },
  halted: { topic: 'trading' },
  'staking-what': { topic: 'earning', needs: 'staking' },
  'staking-early': { topic: 'earning', needs: 'staking' },
  hosting: { topic: 'earning', needs: 'hosting' },
  presale: { topic: 'earning', needs: 'presale' },
  'loan-cost': { topic: 'borrowing', needs: 'loans' },
  'loan-late': { topic: 'borrowing', needs: 'loans' },
  'credit-score': { topic: 'borrowing', needs: 'loans' },
  phrase: { topic: 'safety' },
  scam: { topic: 'safety' },
  'two-factor': { topic: 'safety', needs: 'two-factor' },
  stolen: { topic: 'safety', needs: 'sessions' },
  'lost-password': { topic: 'safety', needs: 'sessions' },
  identity: { topic: 'safety', needs: 'kyc' },
  'twice-tapped': { topic: 'safety' },
  'data-copy': { topic: 'safety', needs: 'closing' },
  'close-account': { topic: 'safety', needs: 'closing' },
  invite: { topic: 'people', needs: 'invite' },
  vip: { topic: 'people', needs: 'vip' },
  support: { topic: 'people', needs: 'support' },
  hear: { topic: 'people', needs: 'messages' },
  complaint: { topic: 'people' },
} as const satisfies Record<string, Entry>;
export type FaqId = keyof typeof FAQ_ENTRIES;

/** The rules that `/web_view?active=1` to `6` shows; `needs` is the feature that they are the rules of. */
export const RULES = [
  { article: 'staking', needs: 'staking' },
  { article: 'loans', needs: 'loans' },
  { article: 'hosting', needs: 'hosting' },
  { article: 'vip', needs: 'vip' },
  { article: 'fees' },
  { article: 'seconds', needs: 'option' },
] as const satisfies readonly { article: string; needs?: string }[];
export type RulesArticle = (typeof RULES)[number]['article'];

/** Articles of the pages about us and about the law. */
export const ABOUT_ARTICLES = ['about', 'check'] as const;
export const LEGAL_ARTICLES = ['terms', 'risk', 'privacy', 'licence'] as const;

/** Version of each legal text, and since when it is in force. A change of meaning in any language is a new version. */
export const LEGAL_VERSIONS = {
  terms: { version: '2', since: '2026-11-24' },
  risk: { version: '1', since: '2026-11-22' },
  privacy: { version: '3', since: '2026-11-24' },
  licence: { version: '1', since: '2026-11-22' },
} as const satisfies Record<(typeof LEGAL_ARTICLES)[number], { version: string; since: string }>;

/** Values of the places in help texts, as a reader sees them. */
export type Figures = Readonly<Record<string, string>>;
/** A title and paragraphs `p1`, `p2` and so on. */
export type ArticleTexts = Readonly<Record<string, string>>;
export type FaqTexts = Readonly<Record<string, { readonly q: string; readonly a: string }>>;
export type FaqEntry = { id: FaqId; topic: FaqTopic; question: string; answer: string };

const PLACE = /\{\w+\}/;

/** Returns a text with its figures; null where one of them isn't known, so that no sentence with a hole is shown. */
export function fillFigures(text: string, figures: Figures): string | null {
  const filled = fillText(text, figures);
  return PLACE.test(filled) ? null : filled;
}

/** Returns the rules that `active` names, null where it is no number of the list. */
export function findRules(active: unknown): (typeof RULES)[number] | null {
  return typeof active === 'string' && /^[1-9]$/.test(active) ? (RULES[Number(active) - 1] ?? null) : null;
}

/** Whether what an entry or an article is about is offered. */
export function isOffered(about: { topic?: string; article?: string; needs?: string }, features: readonly string[]): boolean {
  return about.needs === undefined || features.includes(about.needs);
}

/** Returns the entries that an exchange with these features shows, in the order of the page; without those whose figures aren't known. */
export function listFaq({ texts, features, figures }: { texts: FaqTexts; features: readonly string[]; figures: Figures }): FaqEntry[] {
  return (Object.entries(FAQ_ENTRIES) as [FaqId, Entry][]).flatMap(([id, entry]) => {
    const { q, a } = texts[id] ?? { q: '', a: '' };
    const [question, answer] = [fillFigures(q, figures), fillFigures(a, figures)];
    return question && answer && isOffered(entry, features) ? [{ id, topic: entry.topic, question, answer }] : [];
  });
}

/** Returns the legal text about who runs this, by what the operator has entered: without an entry it says that there is none. */
export function writeLicence(
  texts: ArticleTexts,
  { operator, licence }: { operator: string | null; licence: string | null },
): ArticleTexts {
  return {
    ...texts,
    ...(operator === null ? {} : { p1: fillText(texts.operator ?? '', { operator }) }),
    ...(licence === null ? {} : { p2: fillText(texts.licensed ?? '', { licence }) }),
  };
}

/** Returns the paragraphs of an article whose figures are known, by their numbers. */
export function listParagraphs(article: ArticleTexts, figures: Figures): string[] {
  const numbered = Object.entries(article).flatMap(([key, text]) => (/^p\d+$/.test(key) ? [[Number(key.slice(1)), text] as const] : []));
  return numbered.sort(([a], [b]) => a - b).flatMap(([, text]) => fillFigures(text, figures) ?? []);
}

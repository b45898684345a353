import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Locale } from '../protocol/wire';

/** One form a language for what a trader reads on many screens; what stands here was used beside it, and is not the form of the product. */
const REJECTED: Partial<Record<Locale, Readonly<Record<string, RegExp>>>> = {
  en: { 'take-profit, stop-loss': /\b(take profit|stop loss)\b/i, 'partially filled': /\bpartly filled/i },
  de: {
    'Sie: wählen Sie': /\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[mnrs]?|euch)\b|\b([Ss]torniere|[Gg]ib|Wähle|Prüfe|Öffne|Tippe|Scanne)\b/,
    'KI-Strategien': /\bHosting\b/,
    Margin: /Sicherheitsleistung/,
    Wallet: /Geldbörse/,
    Abmelden: /ausloggen/i,
  },
  es: {
    billetera: /\bmonedero/i,
    orden: /\bpedido de (compra|venta)/i,
    'Estrategias IA': /\bgestión en curso/i,
    'take profit, stop loss': /\b(take-profit|stop-loss)\b/i,
    'cuenta congelada': /cuenta (de \{brand\} )?está bloqueada|bloquee su cuenta/i,
    'usted: elija': /\b(elige un|cancela (el|esta)|introduce|colócala)\b/i,
  },
  fr: {
    wallet: /(votre|vos|un|le) portefeuille/i,
    assistance: /\b(au|le|du) support\b/i,
    'stratégies IA': /\bgestion en cours/i,
    'take profit, stop loss': /\b(take-profit|stop-loss)\b/i,
    trades: /\bderniers échanges\b/i,
  },
  it: {
    'tu: scrivi': /\b[Ss]criva\b|\bSuo\b/,
    'account congelato': /\bconto \{brand\}|blocca subito il conto/i,
    'Strategie IA': /\bgestioni in corso/i,
    'take profit, stop loss': /\b(take-profit|stop-loss)\b/i,
  },
  ja: {
    お客様: /あなた/,
    ログアウト: /サインアウト/,
    秒契約: /秒単位契約/,
    AI運用: /運用委託/,
    引き出す: /取り出せ/,
    利確: /利食い/,
    板: /オーダーブック/,
    マーケット: /銘柄/,
    歩み値: /直近の約定/,
  },
  ko: {
    '초 계약': /초 단위 계약/,
    '실거래 계정': /실계좌|실제 계정/,
    증거금: /마진/,
    회원님: /고객님/,
    전환: /환전/,
    호가창: /오더북/,
    로그아웃: /사인아웃/,
    '관심 마켓': /즐겨찾기/,
    // A value may end in any sound: the particle follows a word that is written here.
    '{amount} {asset} 금액이, {network} 네트워크를': /(을|를|이|가|은|는|와|과)\((을|를|이|가|은|는|와|과)\)|\(으\)로/,
  },
  ms: {
    dipadankan: /\b(sudah|telah|dan|sebahagian) (dipenuhi|diisi)\b/i,
    posisi: /\bkedudukan\b/i,
    'batalkan pembekuan': /menamatkan pembekuan/i,
  },
  ru: { 'книга ордеров': /стакан/i, вывод: /\bснятие средств/i },
  tr: { ücret: /komisyon/i, teminat: /\bmarj\b/i, 'emir defteri': /sipariş defteri/i, tokenlar: /\btokenler/i },
  vi: { email: /\be-mail\b/i, 'rút khỏi khoản vay': /rút lại/i },
  'zh-CN': {
    强平: /强制平仓/,
    订单簿: /盘口/,
    委托: /订单(?!簿)/,
    自选: /收藏/,
    充值: /(?<!输)入金(?!额)/,
    退出登录: /(?<!不)登出/,
    您: /你(?!们)/,
  },
  'zh-TW': {
    強平: /強制平倉/,
    儲值: /充值|(?<!輸)入金(?!額|鑰)/,
    提領: /提現/,
    倉位: /部位/,
    訂單簿: /盤口|委託簿/,
    委託: /訂單(?!簿)/,
    自選: /收藏/,
    您: /你(?!們)/,
  },
};

type Texts = { [key: string]: string | Texts };

function* textsOf(tree: Texts, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [`${path}.${key}`, value];
    else yield* textsOf(value, `${path}.${key}`);
  }
}

describe.each(Object.entries(REJECTED))('words in %s', (locale, forms) => {
  const texts = readdirSync(`messages/${locale}`).flatMap((file) => [
    ...textsOf(JSON.parse(readFileSync(`messages/${locale}/${file}`, 'utf8')), file.replace('.json', '')),
  ]);

  it.each(Object.entries(forms))('are one form for %s', (_form, rejected) => {
    expect(texts.filter(([, text]) => rejected.test(text))).toEqual([]);
  });
});

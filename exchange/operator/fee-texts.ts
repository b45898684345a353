import en from '../../messages/en/fees.json';
import zhCN from '../../messages/zh-CN/fees.json';
import zhTW from '../../messages/zh-TW/fees.json';
import ja from '../../messages/ja/fees.json';
import tr from '../../messages/tr/fees.json';
import vi from '../../messages/vi/fees.json';
import es from '../../messages/es/fees.json';
import italian from '../../messages/it/fees.json';
import fr from '../../messages/fr/fees.json';
import de from '../../messages/de/fees.json';
import ru from '../../messages/ru/fees.json';
import ko from '../../messages/ko/fees.json';
import ms from '../../messages/ms/fees.json';
import type { Locale } from '../../lib/protocol/wire';

/** What members are told of a change of fees, in every language. */
export const FEE_TEXTS: Record<Locale, typeof en> = {
  en,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  ja,
  tr,
  vi,
  es,
  it: italian,
  fr,
  de,
  ru,
  ko,
  ms,
};

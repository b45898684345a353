import type { Locale } from '../../../lib/protocol/wire';
import type { AgreementTexts } from '../../../lib/rules/loan-agreement';
import de from '../../../messages/de/agreement.json';
import en from '../../../messages/en/agreement.json';
import es from '../../../messages/es/agreement.json';
import fr from '../../../messages/fr/agreement.json';
import it from '../../../messages/it/agreement.json';
import ja from '../../../messages/ja/agreement.json';
import ko from '../../../messages/ko/agreement.json';
import ms from '../../../messages/ms/agreement.json';
import ru from '../../../messages/ru/agreement.json';
import tr from '../../../messages/tr/agreement.json';
import vi from '../../../messages/vi/agreement.json';
import zhCN from '../../../messages/zh-CN/agreement.json';
import zhTW from '../../../messages/zh-TW/agreement.json';

/** The texts of the agreement, those that the app shows. */
export const AGREEMENT_TEXTS: Readonly<Record<Locale, AgreementTexts>> = {
  en,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  ja,
  tr,
  vi,
  es,
  it,
  fr,
  de,
  ru,
  ko,
  ms,
};

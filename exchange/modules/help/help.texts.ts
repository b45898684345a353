import enArticles from '../../../messages/en/articles.json';
import enFaq from '../../../messages/en/faq.json';
import zhCNArticles from '../../../messages/zh-CN/articles.json';
import zhCNFaq from '../../../messages/zh-CN/faq.json';
import zhTWArticles from '../../../messages/zh-TW/articles.json';
import zhTWFaq from '../../../messages/zh-TW/faq.json';
import jaArticles from '../../../messages/ja/articles.json';
import jaFaq from '../../../messages/ja/faq.json';
import trArticles from '../../../messages/tr/articles.json';
import trFaq from '../../../messages/tr/faq.json';
import viArticles from '../../../messages/vi/articles.json';
import viFaq from '../../../messages/vi/faq.json';
import esArticles from '../../../messages/es/articles.json';
import esFaq from '../../../messages/es/faq.json';
import italianArticles from '../../../messages/it/articles.json';
import italianFaq from '../../../messages/it/faq.json';
import frArticles from '../../../messages/fr/articles.json';
import frFaq from '../../../messages/fr/faq.json';
import deArticles from '../../../messages/de/articles.json';
import deFaq from '../../../messages/de/faq.json';
import ruArticles from '../../../messages/ru/articles.json';
import ruFaq from '../../../messages/ru/faq.json';
import koArticles from '../../../messages/ko/articles.json';
import koFaq from '../../../messages/ko/faq.json';
import msArticles from '../../../messages/ms/articles.json';
import msFaq from '../../../messages/ms/faq.json';
import type { Locale } from '../../../lib/protocol/wire';

/** The texts that the app's own help pages show, so that call 55 says the same. */
export const HELP_TEXTS: Record<Locale, { articles: typeof enArticles; faq: typeof enFaq }> = {
  en: { articles: enArticles, faq: enFaq },
  'zh-CN': { articles: zhCNArticles, faq: zhCNFaq },
  'zh-TW': { articles: zhTWArticles, faq: zhTWFaq },
  ja: { articles: jaArticles, faq: jaFaq },
  tr: { articles: trArticles, faq: trFaq },
  vi: { articles: viArticles, faq: viFaq },
  es: { articles: esArticles, faq: esFaq },
  it: { articles: italianArticles, faq: italianFaq },
  fr: { articles: frArticles, faq: frFaq },
  de: { articles: deArticles, faq: deFaq },
  ru: { articles: ruArticles, faq: ruFaq },
  ko: { articles: koArticles, faq: koFaq },
  ms: { articles: msArticles, faq: msFaq },
};

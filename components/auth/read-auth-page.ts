import 'server-only';
import type { Metadata } from 'next';
import { publicAlternates } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { writeTemplates } from '@/lib/i18n/templates';
import { loadMessages } from '@/lib/i18n/texts';
import type { Locale } from '@/lib/protocol/wire';
import type { AuthTexts, ErrorTexts } from './auth-texts';

export type AuthParams = { params: Promise<{ locale: string }> };

/** Language and texts of a page on which one signs in. */
export async function readAuthPage(
  params: AuthParams['params'],
): Promise<{ locale: Locale; texts: AuthTexts; errors: ErrorTexts; languageLabel: string }> {
  const locale = localeOr((await params).locale);
  const { Auth, Errors, Landing } = await loadMessages(locale, ['Auth', 'Errors', 'Landing']);
  return { locale, texts: writeTemplates(Auth), errors: writeTemplates(Errors), languageLabel: Landing.language };
}

/** Title and language alternates of a page on which one signs in. */
export async function authMetadata(params: AuthParams['params'], path: string, title: (texts: AuthTexts) => string): Promise<Metadata> {
  const { locale, texts } = await readAuthPage(params);
  return { ...(await publicAlternates(locale, path)), title: title(texts) };
}

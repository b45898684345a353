import 'server-only';
import type { Metadata } from 'next';
import { publicAlternates } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { writeTemplates } from '@/lib/i18n/templates';
import { loadMessages } from '@/lib/i18n/texts';
import type { Locale } from '@/lib/protocol/wire';
import type { DoorTexts, ErrorTexts } from './door-texts';

export type DoorParams = { params: Promise<{ locale: string }> };

/** Language and texts of a door. */
export async function readDoor(
  params: DoorParams['params'],
): Promise<{ locale: Locale; texts: DoorTexts; errors: ErrorTexts; languageLabel: string }> {
  const locale = localeOr((await params).locale);
  const { Doors, Errors, Landing } = await loadMessages(locale);
  return { locale, texts: writeTemplates(Doors), errors: writeTemplates(Errors), languageLabel: Landing.language };
}

/** Title and language alternates of a door. */
export async function doorMetadata(params: DoorParams['params'], path: string, title: (texts: DoorTexts) => string): Promise<Metadata> {
  const { locale, texts } = await readDoor(params);
  return { ...(await publicAlternates(locale, path)), title: title(texts) };
}

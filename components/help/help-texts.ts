import type { createTranslator } from 'next-intl';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import type { Figures } from '@/lib/rules/help';
import type { HelpTerms } from '@/lib/rules/help-figures';

/** The translator of help, handed down from the server component that made it. */
export type HelpWords = ReturnType<typeof createTranslator<Messages, 'Help'>>;

/** What the pages of help are made of. `base` stands before every link between them: empty for a member, else the language's. */
export type HelpProps = {
  locale: Locale;
  base: string;
  t: HelpWords;
  features: readonly string[];
  terms: HelpTerms;
  figures: Figures;
  faq: Messages['Faq'];
  articles: Messages['Articles'];
};

/** Pages of help by their route. */
export const HELP_ROUTES = ['faq', 'about', 'legality', 'web_view'] as const;
export type HelpRoute = (typeof HELP_ROUTES)[number];

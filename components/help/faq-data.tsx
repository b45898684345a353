import type { Locale } from '@/lib/protocol/wire';
import { listFaq } from '@/lib/rules/help';
import type { HelpProps } from './help-texts';

/** Questions and answers for search engines; `<` is escaped so that no text can end the element. */
export function FaqData({ locale, features, figures, faq, url }: HelpProps & { locale: Locale; url: string }) {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    url,
    inLanguage: locale,
    mainEntity: listFaq({ texts: faq.entries, features, figures }).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, with `<` escaped.
    <script dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} type="application/ld+json" />
  );
}

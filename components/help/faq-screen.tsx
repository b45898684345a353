import { FAQ_TOPICS, listFaq } from '@/lib/rules/help';
import { FaqItem } from './faq-item';
import { FaqSearch } from './faq-search';
import type { HelpProps } from './help-texts';

/** All questions by topic, with a search over them, and the words that they use. */
export function FaqScreen({ t, features, figures, faq, articles }: HelpProps) {
  const entries = listFaq({ texts: faq.entries, features, figures });
  const topics = FAQ_TOPICS.map((topic) => ({ topic, entries: entries.filter((entry) => entry.topic === topic) }));
  const texts = { label: t('search'), found: t('found', { count: '{count}' }), nothing: t('nothing'), failed: t('searchFailed') };
  return (
    <FaqSearch texts={texts}>
      {topics
        .filter((one) => one.entries.length > 0)
        .map((one) => (
          <section className="pt-4" key={one.topic}>
            <h2 className="text-title">{faq.topics[one.topic]}</h2>
            {one.entries.map(({ id, question, answer }) => (
              <FaqItem answer={answer} id={id} key={id} question={question} />
            ))}
          </section>
        ))}
      <section className="pt-6" id="glossary">
        <h2 className="text-title">{t('glossary')}</h2>
        <dl className="pt-2">
          {Object.entries(articles.glossary).map(([name, term]) => (
            <div className="border-line border-b py-2.5" key={name}>
              <dt className="font-strong">{term.t}</dt>
              <dd className="text-ink-2">{term.d}</dd>
            </div>
          ))}
        </dl>
      </section>
    </FaqSearch>
  );
}

import type { ReactNode } from 'react';
import { type ArticleTexts, type Figures, fillFigures, listParagraphs } from '@/lib/rules/help';

type Props = { id: string; texts: ArticleTexts; figures: Figures; note?: string; heading?: 'h1' | 'h2'; children?: ReactNode };

/** A text with its heading; `note` stands under it, `children` below its paragraphs. */
export function Article({ id, texts, figures, note, heading: Heading = 'h2', children }: Props) {
  return (
    <section className="pt-6 first:pt-3" id={id}>
      <Heading className="text-title">{fillFigures(texts.title ?? '', figures)}</Heading>
      {note === undefined ? null : <p className="pt-1 text-ink-3 text-small">{note}</p>}
      {listParagraphs(texts, figures).map((paragraph) => (
        <p className="pt-2.5 text-ink-2" key={paragraph}>
          {paragraph}
        </p>
      ))}
      {children}
    </section>
  );
}

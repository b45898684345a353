import type { AgreementContent } from '@/lib/rules/loan-agreement';
import { Notice } from '../ui/notice';

/** The agreement as a page that can be read and copied: the same content as its file. */
export function AgreementView({ content }: { content: AgreementContent }) {
  return (
    <article className="select-text text-small" lang={content.locale}>
      <h2 className="text-title">{content.title}</h2>
      {content.notes.map((note) => (
        <div className="pt-3" key={note}>
          <Notice>{note}</Notice>
        </div>
      ))}
      {content.sections.map(({ heading, rows, paragraphs }) => (
        <section className="pt-4" key={heading}>
          <h3 className="border-line border-b pb-1 font-strong">{heading}</h3>
          <dl className="grid gap-1.5 pt-2">
            {rows.map(({ label, value }) => (
              <div className="flex flex-wrap justify-between gap-x-4" key={label}>
                <dt className="min-w-0 hyphens-auto text-ink-2 [overflow-wrap:anywhere]">{label}</dt>
                <dd className="ms-auto min-w-0 break-words text-end">{value === '' ? '–' : value}</dd>
              </div>
            ))}
          </dl>
          {paragraphs.map((paragraph) => (
            <p className="pt-2" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}

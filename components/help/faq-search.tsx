'use client';
import { type ReactNode, useRef, useState } from 'react';
import { Field } from '../ui/field';
import { FaqItem } from './faq-item';
import type { FaqDocument } from './faq-index';

type Search = (query: string) => FaqDocument[];
/** `found` has a place for the number of results. */
type Texts = { label: string; found: string; nothing: string; failed: string };

const QUERY_LENGTH_MAX = 100;

/** Reads the questions that stand below: the page has them anyway. */
function readEntries(list: HTMLElement | null): FaqDocument[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-faq]') ?? [])].map((entry) => ({
    id: entry.dataset.faq ?? '',
    question: entry.querySelector('summary')?.textContent ?? '',
    answer: entry.querySelector('p')?.textContent ?? '',
  }));
}

/** Searches the entries in `children`; what searches is loaded by the first tap into the field. */
export function FaqSearch({ texts, children }: { texts: Texts; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const loading = useRef<Promise<unknown> | null>(null);
  const [search, setSearch] = useState<Search | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [query, setQuery] = useState('');
  const load = () => {
    loading.current ??= import('./faq-index')
      .then(({ createFaqIndex }) => {
        const found = createFaqIndex(readEntries(list.current));
        setSearch(() => found);
        setFailed(false);
      })
      .catch(() => {
        // The next tap tries again.
        loading.current = null;
        setFailed(true);
      });
  };
  const results = search === null || query.trim() === '' ? null : search(query);
  return (
    <search className="block">
      <Field
        autoComplete="off"
        enterKeyHint="search"
        label={texts.label}
        maxLength={QUERY_LENGTH_MAX}
        onChange={({ target }) => {
          load();
          setQuery(target.value);
        }}
        onFocus={load}
        type="search"
        value={query}
      />
      <p aria-live="polite" className="min-h-6 px-4 pt-1.5 text-ink-2 text-small">
        {hasFailed
          ? texts.failed
          : results === null
            ? ''
            : results.length === 0
              ? texts.nothing
              : texts.found.replace('{count}', String(results.length))}
      </p>
      {results?.map(({ id, question, answer }) => (
        <FaqItem answer={answer} key={id} question={question} />
      ))}
      <div hidden={results !== null && results.length > 0} ref={list}>
        {children}
      </div>
    </search>
  );
}

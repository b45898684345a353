import { Icon } from '../ui/icon';

/** A question that opens its answer; `id` is its place in an address. */
export function FaqItem({ id, question, answer }: { id?: string; question: string; answer: string }) {
  return (
    <details className="group border-line border-b" data-faq={id} id={id}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 py-2.5 font-strong [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 hyphens-auto">{question}</span>
        <span className="shrink-0 text-ink-3 group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <p className="pb-3.5 text-ink-2">{answer}</p>
    </details>
  );
}

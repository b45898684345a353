type Props = { print: (number: string) => string; from: (number: string) => string; start: string; caption: string };

/** A picture of three prints, each holding the mark of the one before. */
export function PriceChain({ print, from, start, caption }: Props) {
  return (
    <figure className="mt-4">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(4.5rem,1fr))] gap-2 overflow-hidden">
        {[1, 2, 3].map((number) => (
          <li className="relative rounded-field bg-surface-2 px-1 py-2.5 text-center text-small" key={number}>
            {number > 1 ? <span aria-hidden="true" className="absolute top-1/2 -left-2 h-px w-2 bg-accent" /> : null}
            <span className="block font-strong">{print(String(number))}</span>
            <span className="block text-ink-2 text-micro">{number > 1 ? from(String(number - 1)) : start}</span>
          </li>
        ))}
      </ol>
      <figcaption className="sr-only">{caption}</figcaption>
    </figure>
  );
}

/** As `npm run screens -- landing` makes it, twice as fine as it is shown. */
const SIZE = { width: 732, height: 1006 };
const PICTURES = [
  { src: '/market-dark.webp', hidden: '[[data-theme=day]_&]:hidden' },
  { src: '/market-day.webp', hidden: '[[data-theme=dark]_&]:hidden' },
] as const;

/** A market in the app, as its chart and book were drawn in the sandbox; the theme's own picture alone is loaded, and once it comes near. */
export function MarketPicture({ alt }: { alt: string }) {
  return (
    <div className="mt-9">
      {PICTURES.map(({ src, hidden }) => (
        // biome-ignore lint/performance/noImgElement: as small as it is shown already, and no optimizer runs here
        <img
          {...SIZE}
          alt={alt}
          className={`mx-auto h-auto w-full max-w-95 rounded-card border border-line ${hidden}`}
          decoding="async"
          key={src}
          loading="lazy"
          src={src}
        />
      ))}
    </div>
  );
}

/** Permanent banner: the market and the money on this screen are simulated. */
export function SandboxBanner({ text }: { text: string }) {
  return (
    <aside
      aria-label={text}
      className="sandbox-banner sticky top-0 z-30 bg-surface-0 px-4 pt-[env(safe-area-inset-top)] text-center text-micro text-warn"
    >
      <span className="inline-block py-0.5">{text}</span>
    </aside>
  );
}

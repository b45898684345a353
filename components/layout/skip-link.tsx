/** First on every page for whoever moves by keyboard: past header and menu to what the page is about. Seen only while it has the focus. */
export function SkipLink({ text }: { text: string }) {
  return (
    <a
      className="sr-only rounded-field bg-action text-action-ink text-small focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:px-4 focus:py-2.5"
      href="#main"
    >
      {text}
    </a>
  );
}

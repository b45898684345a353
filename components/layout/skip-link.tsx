/** First on every page for whoever moves by keyboard: past header and menu to what the page is about. Seen only while it has the focus. */
export function SkipLink({ text }: { text: string }) {
  return (
    <a
      className="fixed start-2 top-2 z-50 -translate-y-20 rounded-field bg-action px-4 py-2.5 text-action-ink text-small focus:translate-y-0"
      href="#main"
    >
      {text}
    </a>
  );
}

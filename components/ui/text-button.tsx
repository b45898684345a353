type Props = { text: string; label?: string; disabled: boolean; onPress: () => void; keyName?: string };

/** A small action inside a field; `label` where the text alone doesn't say what it does, `keyName` the key of a terminal that presses it. */
export function TextButton({ text, label, disabled, onPress, keyName }: Props) {
  return (
    <button
      aria-keyshortcuts={keyName}
      aria-label={label}
      className="relative min-w-8 font-strong text-accent text-small before:absolute before:-inset-x-1.5 before:-inset-y-3.5 disabled:opacity-50"
      disabled={disabled}
      onClick={onPress}
      type="button"
    >
      {text}
    </button>
  );
}

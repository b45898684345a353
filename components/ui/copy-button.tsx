'use client';
import { useState } from 'react';
import { Icon } from './icon';

type Props = { text: string; label: string; copiedLabel: string; failedLabel: string; className?: string };

/** Copies `text`; the result is said in words beside the icon. */
export function CopyButton({ text, label, copiedLabel, failedLabel, className = '' }: Props) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Clipboard access is refused in some in-app browsers: the text stays selectable on the screen.
      setState('failed');
    }
    setTimeout(() => setState('idle'), 2_000);
  };
  const words = state === 'copied' ? copiedLabel : state === 'failed' ? failedLabel : label;
  return (
    <button className={`inline-flex min-h-11 items-center gap-1.5 text-accent text-small ${className}`} onClick={copy} type="button">
      <Icon name={state === 'copied' ? 'check' : 'copy'} size={16} />
      <span aria-live="polite">{words}</span>
    </button>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DecimalString } from '../../lib/protocol/wire';
import { Field } from '../ui/field';
import { showAtRest } from './format';
import { parseAmount, showTyped } from './parse-amount';

type Props = {
  label: string;
  /** Plain decimal string as typed so far ("", "12", "12.", "12.5"); finish it with `finishAmount`. */
  value: string;
  onChange: (value: DecimalString) => void;
  locale: string;
  /** Decimals of the asset, at most 9. */
  decimals?: number;
  /** Fewest decimals shown while nobody types: those of the price grid for a price. */
  decimalsAtRest?: number;
  after?: ReactNode;
  error?: string | null;
  hint?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
  name?: string;
};

/** An amount as text with the number pad; takes the decimal sign of any language, keeps a plain decimal string. Grouped while nobody types. */
export function AmountInput({
  value,
  onChange,
  locale,
  decimals,
  decimalsAtRest = 0,
  placeholder = '0',
  disabled,
  error,
  ...field
}: Props) {
  const t = useTranslations('Money');
  const [isTyping, setTyping] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const isPasted = useRef(false);
  return (
    <Field
      {...field}
      autoComplete="off"
      enterKeyHint="done"
      error={isRefused ? t('notOneNumber') : error}
      inputMode="decimal"
      onBlur={() => setTyping(false)}
      onChange={(event) => {
        const next = parseAmount(event.target.value, { locale, decimals, isPasted: isPasted.current });
        // A key that is no digit just does nothing; a pasted text that is no number needs a word.
        setRefused(next === null && isPasted.current);
        isPasted.current = false;
        if (next !== null) onChange(next);
      }}
      onFocus={(event) => {
        const input = event.currentTarget;
        // The groups vanish, and a new text would lose the selection: whoever selected all and types means to replace all.
        queueMicrotask(() => {
          const { value: shown, selectionStart, selectionEnd } = input;
          const isAllSelected = selectionStart === 0 && selectionEnd === shown.length;
          flushSync(() => setTyping(true));
          if (isAllSelected) input.select();
        });
      }}
      onPaste={(event) => {
        const input = event.currentTarget;
        isPasted.current = input.selectionEnd === input.value.length && input.selectionStart === 0;
      }}
      placeholder={placeholder}
      // Not disabled while an order is sent: that would take the focus away from it.
      readOnly={disabled}
      spellCheck={false}
      type="text"
      value={isTyping ? showTyped(value, locale) : showAtRest(value, { locale, decimalsMin: decimalsAtRest })}
    />
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/button';

type Props = {
  /** From 0. */
  at: number;
  count: number;
  title: string;
  children: ReactNode;
  onBack: () => void;
  /** Goes on, or sends on the last step. */
  onSubmit: () => void;
  /** What stands in place of the button that goes on: the foot of what is sent; null where another button is the one to press. */
  foot?: ReactNode;
};

/** One step of a task that takes several: how far one is, what it is about, and the ways on and back. The heading is what is read first. */
export function Steps({ at, count, title, children, onBack, onSubmit, foot }: Props) {
  const t = useTranslations('Common');
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) heading.current?.focus();
    shown.current = at;
  }, [at]);
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div>
        <p className="text-ink-2 text-small">{t('step', { step: at + 1, count })}</p>
        <div aria-hidden="true" className="mt-2 h-1 overflow-hidden rounded-full bg-surface-2">
          <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${((at + 1) / count) * 100}%` }} />
        </div>
        <h2 className="pt-4 text-title outline-none" ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </div>
      {children}
      {foot === undefined ? <Button type="submit">{t('next')}</Button> : foot}
      <Button onClick={onBack} variant="quiet">
        {t('back')}
      </Button>
    </form>
  );
}

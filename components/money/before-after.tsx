import { useTranslations } from 'next-intl';

type Props = { before: string | null; after: string | null; unit?: string };

/** A value as it is and as it will be; only one of them while the other is unknown or the same. */
export function BeforeAfter({ before, after, unit }: Props) {
  const t = useTranslations('Money');
  const tail = unit === undefined ? '' : ` ${unit}`;
  if (before === null || after === null || before === after) {
    const only = after ?? before;
    return <span suppressHydrationWarning>{only === null ? '–' : only + tail}</span>;
  }
  return (
    <span suppressHydrationWarning>
      <span className="font-plain text-ink-2 text-small">{before}</span>
      <span aria-hidden="true" className="text-ink-3">
        {' → '}
      </span>
      <span className="sr-only">{t('becomes')}</span>
      {after + tail}
    </span>
  );
}

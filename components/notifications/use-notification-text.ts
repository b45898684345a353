import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { formatExact, formatPrice } from '@/components/money/format';
import { useLocalTime } from '@/components/money/use-local-time';
import type { Notification } from '@/lib/dto/notifications';
import { useCodeText } from '@/lib/query/use-code-text';
import { completeValues, isFigure, isPrice, nameText } from '@/lib/rules/notifications';

/** Returns the function that says a notification in the user's language: title and sentence. */
export function useNotificationText(): (notification: Pick<Notification, 'kind' | 'values'>) => { title: string; text: string } {
  const t = useTranslations('Notifications');
  const codeText = useCodeText();
  const locale = useLocale();
  const writeTime = useLocalTime();
  return useCallback(
    ({ kind, values: said }) => {
      const values = completeValues(kind, said);
      const name = `kinds.${nameText(kind, values)}` as 'kinds.limits-changed';
      const shown = Object.entries(values).map(([key, value]) => [
        key,
        key === 'reason' ? codeText(value) : key === 'until' ? writeTime(value) : showValue(key, values, locale),
      ]);
      return { title: t(`${name}.title`), text: t(`${name}.text`, Object.fromEntries(shown)) };
    },
    [t, codeText, locale, writeTime],
  );
}

function showValue(name: string, values: Notification['values'], locale: string): string {
  const value = values[name] ?? '';
  if (!isFigure(name, value)) return value;
  return isPrice(name, values) ? formatPrice(value, { locale }) : formatExact(value, locale);
}

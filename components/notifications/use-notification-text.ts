import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { formatExact, formatTime } from '@/components/money/format';
import type { Notification } from '@/lib/dto/notifications';
import { isFigure, nameText } from '@/lib/rules/notifications';

/** Returns the function that says a notification in the user's language: title and sentence. */
export function useNotificationText(): (notification: Pick<Notification, 'kind' | 'values'>) => { title: string; text: string } {
  const t = useTranslations('Notifications');
  const locale = useLocale();
  return useCallback(
    ({ kind, values }) => {
      const name = `kinds.${nameText(kind, values)}` as 'kinds.limits-changed';
      const shown = Object.entries(values).map(([key, value]) => [key, showValue(key, value, locale)]);
      return { title: t(`${name}.title`), text: t(`${name}.text`, Object.fromEntries(shown)) };
    },
    [t, locale],
  );
}

function showValue(name: string, value: string, locale: string): string {
  if (name === 'until') return formatTime(value, { locale });
  return isFigure(name, value) ? formatExact(value, locale) : value;
}

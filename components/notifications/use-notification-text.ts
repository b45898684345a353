import { useLocale, useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { formatExact, formatTime } from '@/components/money/format';
import type { Notification } from '@/lib/dto/notifications';
import { useCodeText } from '@/lib/query/use-code-text';
import { isFigure, nameText } from '@/lib/rules/notifications';

/** Returns the function that says a notification in the user's language: title and sentence. */
export function useNotificationText(): (notification: Pick<Notification, 'kind' | 'values'>) => { title: string; text: string } {
  const t = useTranslations('Notifications');
  const codeText = useCodeText();
  const locale = useLocale();
  return useCallback(
    ({ kind, values }) => {
      const name = `kinds.${nameText(kind, values)}` as 'kinds.limits-changed';
      const shown = Object.entries(values).map(([key, value]) => [key, key === 'reason' ? codeText(value) : showValue(key, value, locale)]);
      return { title: t(`${name}.title`), text: t(`${name}.text`, Object.fromEntries(shown)) };
    },
    [t, codeText, locale],
  );
}

function showValue(name: string, value: string, locale: string): string {
  if (name === 'until') return formatTime(value, { locale });
  return isFigure(name, value) ? formatExact(value, locale) : value;
}

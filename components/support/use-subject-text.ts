import { useTranslations } from 'next-intl';
import { readSubject } from '@/lib/rules/support';

/** Returns what a line is about in words, such as "About withdrawal 12"; empty for what names nothing. */
export function useSubjectText(): (about: string) => string {
  const t = useTranslations('Support');
  return (about) => {
    const found = readSubject(about);
    return found === null ? '' : t('about', { what: `${t(`subjects.${found.subject}`)} ${found.id}` });
  };
}

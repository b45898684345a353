import { LanguageScreen } from '@/components/account/language-screen';
import { PageShell } from '@/components/layout/shell';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { memberPage } from '../member-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = titleOf('Language', 'title');

export default memberPage({ backHref: '/account' }, async function LanguagePage({ params }: Props) {
  const locale = localeOr((await params).locale);
  const t = await getTexts(locale, 'Language');
  return (
    <PageShell backHref="/account" title={t('title')}>
      <LanguageScreen locale={locale} />
    </PageShell>
  );
});

import type { Metadata } from 'next';
import { AuthFrame } from '@/components/auth/auth-frame';
import { type AuthParams, readAuthPage } from '@/components/auth/read-auth-page';
import { HandoffForm } from '@/components/files/handoff-form';
import { localeOr } from '@/lib/i18n/locales';
import { loadMessages } from '@/lib/i18n/texts';

const readTexts = async (params: AuthParams['params']) => (await loadMessages(localeOr((await params).locale), ['Pictures'])).Pictures;

export async function generateMetadata({ params }: AuthParams): Promise<Metadata> {
  return { title: (await readTexts(params)).handoffTitle, robots: { index: false } };
}

/** Where the code of a picture that is asked for on another device leads. */
export default async function Page({ params }: AuthParams) {
  const [{ locale, errors, languageLabel }, texts] = await Promise.all([readAuthPage(params), readTexts(params)]);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.handoffLead} locale={locale} path="/picture" title={texts.handoffTitle}>
      <HandoffForm errors={errors} texts={texts} />
    </AuthFrame>
  );
}

import { AuthFrame } from '@/components/auth/auth-frame';
import { LoginForm } from '@/components/auth/login-form';
import { type AuthParams, authMetadata, readAuthPage } from '@/components/auth/read-auth-page';
import { findFeatures } from '@/lib/bff/app/get-features';

export const generateMetadata = ({ params }: AuthParams) => authMetadata(params, '/login', (texts) => texts.signInTitle);

export default async function Page({ params }: AuthParams) {
  const [{ locale, texts, errors, languageLabel }, { features }] = await Promise.all([readAuthPage(params), findFeatures()]);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.signInLead} locale={locale} path="/login" title={texts.signInTitle}>
      <LoginForm errors={errors} hasPasskeys={features.includes('passkeys')} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

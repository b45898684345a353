import { AuthFrame } from '@/components/auth/auth-frame';
import { LoginForm } from '@/components/auth/login-form';
import { type AuthParams, authMetadata, readAuthPage } from '@/components/auth/read-auth-page';

export const generateMetadata = ({ params }: AuthParams) => authMetadata(params, '/login', (texts) => texts.signInTitle);

export default async function Page({ params }: AuthParams) {
  const { locale, texts, errors, languageLabel } = await readAuthPage(params);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.signInLead} locale={locale} path="/login" title={texts.signInTitle}>
      <LoginForm errors={errors} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

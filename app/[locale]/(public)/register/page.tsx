import { AuthFrame } from '@/components/auth/auth-frame';
import { RegisterForm } from '@/components/auth/register-form';
import { type AuthParams, authMetadata, readAuthPage } from '@/components/auth/read-auth-page';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: AuthParams) => authMetadata(params, '/register', (texts) => texts.registerTitle);

export default async function Page({ params }: AuthParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readAuthPage(params), readIsSandbox()]);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.registerLead} locale={locale} path="/register" title={texts.registerTitle}>
      <RegisterForm errors={errors} outboxHref={isSandbox ? '/outbox' : null} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

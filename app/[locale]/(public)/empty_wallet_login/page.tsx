import { AuthFrame } from '@/components/auth/auth-frame';
import { WalletSignIn } from '@/components/auth/wallet-sign-in';
import { type AuthParams, authMetadata, readAuthPage } from '@/components/auth/read-auth-page';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: AuthParams) => authMetadata(params, '/empty_wallet_login', (texts) => texts.connectTitle);

export default async function Page({ params }: AuthParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readAuthPage(params), readIsSandbox()]);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.connectLead} locale={locale} path="/empty_wallet_login" title={texts.connectTitle}>
      <WalletSignIn errors={errors} isSandbox={isSandbox} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

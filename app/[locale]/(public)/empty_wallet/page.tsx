import { AuthFrame } from '@/components/auth/auth-frame';
import { NoWallet } from '@/components/auth/no-wallet';
import { type AuthParams, authMetadata, readAuthPage } from '@/components/auth/read-auth-page';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export const generateMetadata = ({ params }: AuthParams) => authMetadata(params, '/empty_wallet', (texts) => texts.noWalletTitle);

export default async function Page({ params }: AuthParams) {
  const [{ locale, texts, errors, languageLabel }, isSandbox] = await Promise.all([readAuthPage(params), readIsSandbox()]);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.noWalletLead} locale={locale} path="/empty_wallet" title={texts.noWalletTitle}>
      <NoWallet errors={errors} isSandbox={isSandbox} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

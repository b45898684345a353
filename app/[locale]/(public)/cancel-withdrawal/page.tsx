import { AuthFrame } from '@/components/auth/auth-frame';
import { CancelWithdrawalForm } from '@/components/auth/cancel-withdrawal-form';
import type { AuthParams } from '@/components/auth/read-auth-page';
import { readWayBack, wayBackMetadata } from '@/components/auth/read-way-back';

export const generateMetadata = ({ params }: AuthParams) => wayBackMetadata(params, (texts) => texts.withdrawalTitle);

/** Where the mail about a withdrawal leads. */
export default async function Page({ params }: AuthParams) {
  const { locale, wayBack, errors, languageLabel } = await readWayBack(params);
  return (
    <AuthFrame languageLabel={languageLabel} locale={locale} path="/cancel-withdrawal">
      <CancelWithdrawalForm errors={errors} locale={locale} texts={wayBack} />
    </AuthFrame>
  );
}

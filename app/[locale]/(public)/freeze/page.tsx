import { AuthFrame } from '@/components/auth/auth-frame';
import { FreezeForm } from '@/components/auth/freeze-form';
import type { AuthParams } from '@/components/auth/read-auth-page';
import { readWayBack, wayBackMetadata } from '@/components/auth/read-way-back';

export const generateMetadata = ({ params }: AuthParams) => wayBackMetadata(params, (texts) => texts.freezeTitle);

/** Where the mail about a new device leads. */
export default async function Page({ params }: AuthParams) {
  const { locale, wayBack, errors, languageLabel } = await readWayBack(params);
  return (
    <AuthFrame languageLabel={languageLabel} locale={locale} path="/freeze">
      <FreezeForm errors={errors} locale={locale} texts={wayBack} />
    </AuthFrame>
  );
}

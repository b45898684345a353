import { AuthFrame } from '@/components/auth/auth-frame';
import { NewPasswordForm } from '@/components/auth/new-password-form';
import type { AuthParams } from '@/components/auth/read-auth-page';
import { readWayBack, wayBackMetadata } from '@/components/auth/read-way-back';
import { publicHref } from '@/components/layout/public-href';
import { getFeatures } from '@/lib/bff/app/get-features';

export const generateMetadata = ({ params }: AuthParams) => wayBackMetadata(params, (texts) => texts.passwordTitle);

/** A new password, by the link of a mail, or the way to get one. */
export default async function Page({ params }: AuthParams) {
  const { locale, texts, wayBack, errors, languageLabel } = await readWayBack(params);
  const hasOutbox = (await getFeatures()).features.includes('outbox');
  return (
    <AuthFrame languageLabel={languageLabel} lead={wayBack.passwordLead} locale={locale} path="/new-password" title={wayBack.passwordTitle}>
      <NewPasswordForm
        auth={texts}
        errors={errors}
        locale={locale}
        outboxHref={hasOutbox ? publicHref(locale, '/outbox') : null}
        texts={wayBack}
      />
    </AuthFrame>
  );
}

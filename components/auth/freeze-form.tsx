'use client';
import * as api from '@/lib/api/sessions';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { Notice } from '../ui/notice';
import { AuthLink } from '../layout/auth-link';
import type { ErrorTexts } from './auth-texts';
import { LinkAct } from './link-act';

type Props = { locale: Locale; texts: Messages['WayBack']; errors: ErrorTexts };

/** Freezes the account of a mailed link. */
export function FreezeForm({ locale, texts, errors }: Props) {
  const done = (
    <>
      <Notice>{texts.frozen}</Notice>
      <AuthLink locale={locale} look="ghost" path="/new-password">
        {texts.toNewPassword}
      </AuthLink>
    </>
  );
  return (
    <LinkAct
      act="freeze"
      done={done}
      doneTitle={texts.frozenTitle}
      endpoint={api.freezeByLink}
      errors={errors}
      label={texts.freeze}
      lead={texts.freezeLead}
      locale={locale}
      spent={<p className="text-ink-2">{texts.usedFreeze}</p>}
      texts={texts}
      title={texts.freezeTitle}
    >
      <AuthLink locale={locale} look="words" path="/login">
        {texts.wasMe}
      </AuthLink>
    </LinkAct>
  );
}

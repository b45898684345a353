'use client';
import * as api from '@/lib/api/withdrawals';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { Notice } from '../ui/notice';
import type { ErrorTexts } from './auth-texts';
import { LinkAct } from './link-act';

type Props = { locale: Locale; texts: Messages['WayBack']; errors: ErrorTexts };

/** Calls off the withdrawal of a mailed link. */
export function CancelWithdrawalForm({ locale, texts, errors }: Props) {
  const done = <Notice>{texts.withdrawalCancelled}</Notice>;
  return (
    <LinkAct
      act="withdrawal"
      done={done}
      doneTitle={texts.withdrawalCancelledTitle}
      endpoint={api.withdrawalCancelByLink}
      errors={errors}
      label={texts.withdrawalCancel}
      lead={texts.withdrawalLead}
      locale={locale}
      texts={texts}
      title={texts.withdrawalTitle}
    />
  );
}

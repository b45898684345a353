'use client';
import * as api from '@/lib/api/withdrawals';
import type { Messages } from '@/lib/i18n/catalogue';
import { Notice } from '../ui/notice';
import type { ErrorTexts } from './auth-texts';
import { LinkAct } from './link-act';

type Props = { texts: Messages['WayBack']; errors: ErrorTexts };

/** Calls off the withdrawal of a mailed link. */
export function CancelWithdrawalForm({ texts, errors }: Props) {
  const done = <Notice>{texts.withdrawalCancelled}</Notice>;
  return (
    <LinkAct
      done={done}
      doneTitle={texts.withdrawalCancelledTitle}
      endpoint={api.withdrawalCancelByLink}
      errors={errors}
      label={texts.withdrawalCancel}
      lead={texts.withdrawalLead}
      title={texts.withdrawalTitle}
    />
  );
}

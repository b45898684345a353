'use client';
import { useTranslations } from 'next-intl';
import type { Sent, WriteStep } from '@/lib/query/write';
import type { ButtonVariant } from '../ui/button';
import { SubmitButton } from '../ui/submit-button';
import { WriteNotice } from './write-notice';

type Props = {
  label: string;
  write: { step: WriteStep; isBusy: boolean; sent: Sent<object> | null; error: unknown; again(): void; leave(): void };
  /** What is missing of what would be sent, in words; an open outcome can always be asked for again. */
  why?: string | null;
  /** Left out inside a form, which sends. */
  onSend?: () => void;
  variant?: ButtonVariant;
  /** What some refusals mean here. */
  refusals?: Readonly<Record<string, string>>;
};

/** Footer of a form: the state of its write, errors, and the button that submits it or retries the same request. */
export function FormFooter({ label, write, why = null, onSend, variant = 'action', refusals = {} }: Props) {
  const t = useTranslations('Write');
  const isUnknown = write.step === 'unknown';
  return (
    <>
      <WriteNotice refusals={refusals} write={write} />
      <SubmitButton
        isBusy={write.isBusy}
        onClick={onSend === undefined ? undefined : isUnknown ? write.again : onSend}
        type={onSend === undefined ? 'submit' : 'button'}
        variant={variant}
        why={isUnknown || write.isBusy ? null : why}
      >
        {isUnknown ? t('sendAgain') : label}
      </SubmitButton>
    </>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { useErrorText } from '@/lib/query/use-error-text';
import { isOutcomeUnknown } from '@/lib/query/use-intent';

type Props = {
  label: string;
  error: unknown;
  isPending: boolean;
  isReady: boolean;
  onSend: () => void;
  variant?: ButtonVariant;
};

/** What went wrong, if anything, and the one button of a sheet about a position. */
export function TaskFoot({ label, error, isPending, isReady, onSend, variant = 'action' }: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const errorText = useErrorText();
  const isUnknown = error !== null && isOutcomeUnknown(error);
  return (
    <>
      {error === null ? null : (
        <Notice isAlert tone={isUnknown ? 'warn' : 'danger'}>
          {isUnknown ? t('taskUnknown') : errorText(error)}
        </Notice>
      )}
      <Button disabled={!isReady} isBusy={isPending} onClick={() => !isPending && onSend()} variant={variant}>
        {isUnknown ? spot('sendAgain') : label}
      </Button>
    </>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { Button, type ButtonVariant } from '@/components/ui/button';
import { WriteNotice } from '@/components/layout/write-notice';
import type { WriteEndpoint } from '@/lib/api/define';
import type { UseWrite } from '@/lib/query/use-write';

type Props = {
  label: string;
  write: UseWrite<WriteEndpoint>;
  isReady: boolean;
  onSend: () => void;
  variant?: ButtonVariant;
};

/** What went wrong, if anything, and the one button of a sheet about a position. */
export function TaskFoot({ label, write, isReady, onSend, variant = 'action' }: Props) {
  const t = useTranslations('Write');
  const isUnknown = write.step === 'unknown';
  return (
    <>
      <WriteNotice write={write} />
      <Button
        disabled={!isUnknown && !write.isBusy && !isReady}
        isBusy={write.isBusy}
        onClick={isUnknown ? write.again : onSend}
        variant={variant}
      >
        {isUnknown ? t('sendAgain') : label}
      </Button>
    </>
  );
}

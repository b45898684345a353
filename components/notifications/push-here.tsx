'use client';
import { useTranslations } from 'next-intl';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { usePush } from './use-push';

/** Whether this browser takes push messages, why it can't, and the way to change it. */
export function PushHere({ push }: { push: { key: string | null; device: string | null } }) {
  const t = useTranslations('Notifications');
  const { state, isFailed, isBusy, turnOn, turnOff, start, end } = usePush(push);
  const isOn = state === 'on';
  const words = { unknown: null, unsupported: t('pushUnsupported'), denied: t('pushDenied'), off: t('pushIsOff'), on: t('pushIsOn') }[
    state
  ];
  return (
    <div className="pt-2">
      <p className="min-h-6 hyphens-auto text-small [overflow-wrap:anywhere]" role="status">
        {isFailed ? t('pushFailed') : words}
      </p>
      <WriteNotice className="pt-2" write={start} />
      <WriteNotice className="pt-2" write={end} />
      {isOn || state === 'off' ? (
        <Button
          className="mt-2.5"
          isBusy={isBusy}
          onClick={() => void (isOn ? turnOff(t('pushTurnOff')) : turnOn(t('pushTurnOn')))}
          size="small"
          variant={isOn ? 'quiet' : 'soft'}
        >
          {t(isOn ? 'pushTurnOff' : 'pushTurnOn')}
        </Button>
      ) : null}
    </div>
  );
}

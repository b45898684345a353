'use client';
import { useLocale, useTranslations } from 'next-intl';
import { ApiError } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { OfflineError, type Sent, type WriteStep } from '@/lib/query/write';
import { clockOf } from '@/lib/rules/clock';
import { Notice } from '../ui/notice';
import { TextButton } from '../ui/text-button';

type Props = {
  write: { step: WriteStep; sent: Sent<object> | null; error: unknown; again(): void; leave(): void };
  /** The form has no button that sends the same again, so the notice has. */
  hasAgain?: boolean;
  /** What some refusals mean here, where the usual words say something else. */
  refusals?: Readonly<Record<string, string>>;
  className?: string;
};

/** What is known of a write that was refused or has no answer, and what can be done about it. Nothing while all is well. */
export function WriteNotice({ write, hasAgain = false, refusals = {}, className = '' }: Props) {
  const t = useTranslations('Write');
  const errorText = useErrorText();
  const { canLook } = useScreen();
  const { step, sent, error } = write;
  if (step === 'refused') {
    return (
      <div className={className}>
        <Notice isAlert tone={error instanceof OfflineError ? 'warn' : 'danger'}>
          {(error instanceof ApiError ? refusals[error.code] : undefined) ?? errorText(error)}
        </Notice>
      </div>
    );
  }
  if (step === 'barred') {
    return (
      <div className={className}>
        <Notice isAlert>{t('barred')}</Notice>
      </div>
    );
  }
  if (sent === null || (step !== 'waiting' && step !== 'unknown' && step !== 'barring')) return null;
  const canAct = step !== 'barring';
  const canBar = canLook && sent.body.requestId !== undefined;
  return (
    <div className={className}>
      <Notice isAlert tone="warn">
        {error instanceof OfflineError ? <p>{errorText(error)}</p> : null}
        <Words sent={sent} text={step === 'waiting' ? 'waiting' : canBar ? 'unknown' : 'unknownPlain'} />
        <p className="flex flex-wrap gap-x-5 pt-2">
          {hasAgain && step === 'unknown' ? <TextButton disabled={!canAct} onPress={write.again} text={t('sendAgain')} /> : null}
          {canBar || step === 'unknown' ? (
            <TextButton disabled={!canAct} onPress={write.leave} text={t(canBar ? 'leave' : 'startOver')} />
          ) : null}
        </p>
      </Notice>
    </div>
  );
}

function Words({ sent, text }: { sent: Sent<object>; text: 'waiting' | 'unknown' | 'unknownPlain' }) {
  const t = useTranslations('Write');
  const locale = useLocale();
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', ...clockOf(locale) }).format(
    sent.at,
  );
  return <p>{t(text, { what: sent.text, time })}</p>;
}

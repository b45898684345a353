'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { type FormEvent, useRef } from 'react';
import * as api from '@/lib/api/security';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Field } from '../ui/field';
import { FocusedHeading } from '../ui/focused-heading';
import { Skeleton } from '../ui/skeleton';
import { showToast } from '../ui/toast';

const QrPicture = dynamic(() => loadPart(() => import('./qr-picture').then((module) => module.QrPicture)), {
  loading: () => <Skeleton className="size-56 rounded-field" />,
});

/** Shows a new secret after a confirmation, and binds it by its first code. */
export function AuthenticatorSetup({ onBound }: { onBound: (recovery: readonly string[]) => void }) {
  const t = useTranslations('Security');
  const begin = useWrite(api.authenticatorBegin);
  const { secret = null, uri = null } = begin.answer ?? {};
  if (secret === null || uri === null) {
    return (
      <>
        <p className="mt-2 text-ink-2">{t('whyText')}</p>
        <WriteNotice className="mt-4" write={begin} />
        <Button className="mt-6" isBusy={begin.isBusy} onClick={() => begin.send({}, t('start'))}>
          {t('start')}
        </Button>
      </>
    );
  }
  return (
    <>
      <FocusedHeading className="mt-2 text-center text-ink-2">{t('scan')}</FocusedHeading>
      <div className="mx-auto mt-3 w-fit overflow-hidden rounded-small">
        <QrPicture label={t('qrLabel')} text={uri} />
      </div>
      <p className="pt-3 text-center">
        <a className="inline-flex min-h-11 items-center text-accent text-small" href={uri}>
          {t('openApp')}
        </a>
      </p>
      <dl className="mt-2 rounded-card bg-surface-1 p-4">
        <dt className="text-micro text-ink-2">{t('secret')}</dt>
        <dd className="font-strong tracking-wide">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</dd>
        <dd>
          <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={secret} />
        </dd>
        <dd className="text-ink-2 text-small">{t('secretKeep')}</dd>
      </dl>
      <Bind onBound={onBound} />
    </>
  );
}

function Bind({ onBound }: { onBound: (recovery: readonly string[]) => void }) {
  const t = useTranslations('Security');
  const field = useRef<HTMLInputElement>(null);
  const bind = useWrite(api.authenticatorBind, {
    onDone: ({ recovery }) => {
      showToast(t('bound'));
      onBound(recovery);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    bind.send({ code: field.current?.value ?? '' }, t('bind'));
  };
  return (
    <form className="mt-4 grid grid-cols-1 gap-3" method="post" onSubmit={submit}>
      <Field autoComplete="one-time-code" inputMode="numeric" inputRef={field} label={t('code')} maxLength={20} name="code" required />
      <WriteNotice write={bind} />
      <Button isBusy={bind.isBusy} type="submit">
        {t('bind')}
      </Button>
    </form>
  );
}

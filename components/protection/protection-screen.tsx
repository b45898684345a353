'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import * as api from '@/lib/api/protection';
import type { protectionSchema } from '@/lib/dto/protection';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { LOCK_DAYS, PHRASE_LENGTH } from '@/lib/rules/protection';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { WriteNotice } from '../layout/write-notice';
import { LocalTime } from '../money/local-time';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Field } from '../ui/field';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { showToast } from '../ui/toast';
import { EmailPart } from './email-part';
import { FirstPassword } from './first-password';
import { WalletPart } from './wallet-part';

export type Protection = z.infer<typeof protectionSchema>;

/** What an owner sets to protect the account: the phrase of our mails, the address, the wallet, and a lock on all of it. */
export function ProtectionScreen() {
  const t = useTranslations('Protection');
  const locale = useLocale();
  const { features } = useMember();
  const query = useRead(api.protection, {});
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={5} label={t('loading')} />}>
      {(state) => (
        <>
          {state.lockedUntil !== null && new Date(state.lockedUntil) > new Date() ? (
            <div className="pb-5">
              <Notice tone="warn">
                {t('locked')} <LocalTime iso={state.lockedUntil} locale={locale} />
              </Notice>
            </div>
          ) : null}
          <Phrase key={state.phrase} state={state} />
          <EmailPart email={state.email} />
          {state.hasPassword ? null : <FirstPassword hasEmail={state.email !== null} />}
          <WalletPart wallet={state.wallet} />
          <Lock />
          {features.includes('sessions') ? (
            <Link className="mt-8 flex min-h-13 items-center justify-between gap-x-4 border-line border-t py-1.5" href="/sessions">
              <span className="text-ink-2">{t('freeze')}</span>
              <Icon name="forward" size={18} />
            </Link>
          ) : null}
        </>
      )}
    </LoadState>
  );
}

function Phrase({ state }: { state: Protection }) {
  const t = useTranslations('Protection');
  const field = useRef<HTMLInputElement>(null);
  const save = useWrite(api.phraseSet, { onDone: () => showToast(t('phraseSaved')) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.send({ phrase: field.current?.value ?? '' }, t('phraseSave'));
  };
  return (
    <section className="mt-2">
      <h2 className="text-title">{t('phraseTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('phraseText')}</p>
      {state.email === null ? <p className="pt-1 text-ink-2 text-small">{t('phraseNoEmail')}</p> : null}
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit}>
        <Field
          autoComplete="off"
          defaultValue={state.phrase ?? ''}
          hint={t('phraseHint')}
          inputRef={field}
          label={t('phrase')}
          maxLength={PHRASE_LENGTH.max}
          name="phrase"
        />
        <WriteNotice write={save} />
        <Button isBusy={save.isBusy} type="submit" variant="ghost">
          {t('phraseSave')}
        </Button>
      </form>
    </section>
  );
}

function Lock() {
  const t = useTranslations('Protection');
  const [days, setDays] = useState('7');
  const [isAsking, setAsking] = useState(false);
  const lock = useWrite(api.settingsLock, {
    onDone: () => {
      setAsking(false);
      showToast(t('lockDone'));
    },
  });
  const count = Number(days.normalize('NFKC'));
  const isWhole = Number.isInteger(count) && count >= LOCK_DAYS.min && count <= LOCK_DAYS.max;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWhole) setAsking(true);
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('lockTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('lockText')}</p>
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit}>
        <Field
          error={isWhole || days === '' ? null : t('lockDaysWrong')}
          inputMode="numeric"
          label={t('lockDays')}
          maxLength={3}
          name="days"
          onChange={(event) => setDays(event.target.value)}
          required
          value={days}
        />
        <Button type="submit" variant="ghost">
          {t('lock')}
        </Button>
      </form>
      <ConfirmDialog
        cancelLabel={t('notNow')}
        confirmLabel={t('lock')}
        isBusy={lock.isBusy}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => lock.send({ days: count }, t('lock'))}
        title={t('lockAsk', { days: count })}
      >
        <p className="text-ink-2">{t('lockAskText')}</p>
        <WriteNotice write={lock} />
      </ConfirmDialog>
    </section>
  );
}

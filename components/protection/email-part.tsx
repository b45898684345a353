'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import * as api from '@/lib/api/protection';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { EmailAddress } from '../ui/email-address';
import { Field } from '../ui/field';
import { showToast } from '../ui/toast';

/** The address of the account, and another one: by the code that it gets, and a confirmation. */
export function EmailPart({ email }: { email: string | null }) {
  const t = useTranslations('Protection');
  const form = useRef<HTMLFormElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = useWrite(api.newEmailCode);
  const asksForCode = sentTo !== null && send.step !== 'refused';
  // What is asked for next stands before the button that was pressed.
  useEffect(() => {
    if (asksForCode) code.current?.focus();
  }, [asksForCode]);
  const change = useWrite(api.emailChange, {
    onDone: () => {
      setSentTo(null);
      form.current?.reset();
      showToast(t('emailChanged'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const to = String(data.get('email') ?? '').trim();
    if (sentTo === to) return change.send({ email: to, code: String(data.get('code') ?? '') }, t('emailChange'));
    setSentTo(to);
    send.send({ email: to }, t('emailSend'));
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('emailTitle')}</h2>
      <p className="pt-1 font-strong">{email === null ? t('emailNone') : <EmailAddress address={email} />}</p>
      <p className="pt-1 text-ink-2 text-small">{t('emailText')}</p>
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit} ref={form}>
        <Field
          autoCapitalize="none"
          autoComplete="email"
          inputMode="email"
          label={t('emailNew')}
          maxLength={254}
          name="email"
          onChange={(event) => setSentTo((before) => (before === event.target.value.trim() ? before : null))}
          required
          spellCheck={false}
          type="email"
        />
        {asksForCode ? (
          <Field
            autoComplete="one-time-code"
            hint={t('emailSent', { email: sentTo })}
            inputMode="numeric"
            inputRef={code}
            label={t('emailCode')}
            maxLength={20}
            name="code"
            required
          />
        ) : null}
        <WriteNotice write={send.step === 'refused' ? send : change} />
        <Button isBusy={send.isBusy || change.isBusy} type="submit" variant="ghost">
          {t(asksForCode ? 'emailChange' : 'emailSend')}
        </Button>
      </form>
    </section>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef } from 'react';
import * as api from '@/lib/api/sessions';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { showToast } from '../ui/toast';

/** A password for an account that a wallet opened, as a second way in. */
export function FirstPassword({ hasEmail }: { hasEmail: boolean }) {
  const t = useTranslations('Protection');
  const form = useRef<HTMLFormElement>(null);
  const set = useWrite(api.passwordChange, {
    onDone: () => {
      form.current?.reset();
      showToast(t('passwordSet'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    set.send({ password: String(data.get('password') ?? ''), passwordAgain: String(data.get('passwordAgain') ?? '') }, t('passwordAdd'));
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('passwordTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t(hasEmail ? 'passwordText' : 'passwordNoEmail')}</p>
      {hasEmail ? (
        <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit} ref={form}>
          <Field autoComplete="new-password" label={t('password')} maxLength={128} name="password" required type="password" />
          <Field autoComplete="new-password" label={t('passwordAgain')} maxLength={128} name="passwordAgain" required type="password" />
          <WriteNotice write={set} />
          <Button isBusy={set.isBusy} type="submit" variant="ghost">
            {t('passwordAdd')}
          </Button>
        </form>
      ) : null}
    </section>
  );
}

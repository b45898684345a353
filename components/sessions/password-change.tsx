'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef } from 'react';
import * as api from '@/lib/api/sessions';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { showToast } from '../ui/toast';

const FIELDS = [
  ['old', 'current-password'],
  ['password', 'new-password'],
  ['passwordAgain', 'new-password'],
] as const;

/** A new password against the old one; every other session ends. */
export function PasswordChange() {
  const t = useTranslations('Sessions');
  const form = useRef<HTMLFormElement>(null);
  const change = useWrite(api.passwordChange, {
    onDone: () => {
      form.current?.reset();
      showToast(t('passwordChanged'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [old = '', password = '', passwordAgain = ''] = FIELDS.map(([name]) => String(data.get(name) ?? ''));
    change.send({ old, password, passwordAgain }, t('changePassword'));
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('passwordTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('passwordText')}</p>
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit} ref={form}>
        {FIELDS.map(([name, autoComplete]) => (
          <Field autoComplete={autoComplete} key={name} label={t(name)} maxLength={128} name={name} required type="password" />
        ))}
        <WriteNotice write={change} />
        <Button isBusy={change.isBusy} type="submit" variant="ghost">
          {t('changePassword')}
        </Button>
      </form>
    </section>
  );
}

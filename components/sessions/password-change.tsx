'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import * as api from '@/lib/api/sessions';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { TextButton } from '../ui/text-button';
import { showToast } from '../ui/toast';

const FIELDS = ['password', 'passwordAgain'] as const;

/** A new password against the old one, or by a confirmation; every other session ends. */
export function PasswordChange() {
  const t = useTranslations('Sessions');
  const form = useRef<HTMLFormElement>(null);
  const [isOldKnown, setOldKnown] = useState(true);
  const change = useWrite(api.passwordChange, {
    onDone: () => {
      form.current?.reset();
      showToast(t('passwordChanged'));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [password = '', passwordAgain = ''] = FIELDS.map((name) => String(data.get(name) ?? ''));
    change.send({ ...(isOldKnown ? { old: String(data.get('old') ?? '') } : {}), password, passwordAgain }, t('changePassword'));
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('passwordTitle')}</h2>
      <p className="pt-1 text-ink-2 text-small">{t('passwordText')}</p>
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit} ref={form}>
        {isOldKnown ? (
          <Field
            after={<TextButton disabled={change.isBusy} onPress={() => setOldKnown(false)} text={t('oldUnknown')} />}
            autoComplete="current-password"
            label={t('old')}
            maxLength={128}
            name="old"
            required
            type="password"
          />
        ) : (
          <p className="text-ink-2 text-small">{t('oldUnknownText')}</p>
        )}
        {FIELDS.map((name) => (
          <Field autoComplete="new-password" key={name} label={t(name)} maxLength={128} name={name} required type="password" />
        ))}
        <WriteNotice write={change} />
        <Button isBusy={change.isBusy} type="submit" variant="ghost">
          {t('changePassword')}
        </Button>
      </form>
    </section>
  );
}

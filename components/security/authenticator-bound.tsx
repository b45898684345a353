'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useRef } from 'react';
import type { z } from 'zod';
import * as api from '@/lib/api/security';
import type { securitySchema } from '@/lib/dto/security';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FocusedHeading } from '../ui/focused-heading';
import { showToast } from '../ui/toast';
import { sayTime } from './say-time';

/** `isFocused`: it took the place of codes that were shown. */
type Props = { state: z.infer<typeof securitySchema>; isFocused: boolean; onRenewed: (recovery: readonly string[]) => void };

/** An authenticator that is bound: since when, its recovery codes, and its end. */
export function AuthenticatorBound({ state, isFocused, onRenewed }: Props) {
  const t = useTranslations('Security');
  const locale = useLocale();
  const renew = useWrite(api.recoveryRenew, { onDone: ({ recovery }) => onRenewed(recovery) });
  return (
    <>
      <p className="mt-2 font-strong">{t('on', { date: sayTime(state.boundAt ?? '', locale) })}</p>
      <section className="mt-6">
        {isFocused ? (
          <FocusedHeading className="text-title">{t('recovery')}</FocusedHeading>
        ) : (
          <h2 className="text-title">{t('recovery')}</h2>
        )}
        <p className="pt-1 text-ink-2">{t('left', { count: state.recoveryLeft })}</p>
        <WriteNotice className="mt-3" write={renew} />
        <Button className="mt-3" isBusy={renew.isBusy} onClick={() => renew.send({}, t('renew'))} variant="ghost">
          {t('renew')}
        </Button>
      </section>
      <Unbind />
    </>
  );
}

function Unbind() {
  const t = useTranslations('Security');
  const field = useRef<HTMLInputElement>(null);
  const unbind = useWrite(api.authenticatorUnbind, { onDone: () => showToast(t('unbound')) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    unbind.send({ code: field.current?.value ?? '' }, t('unbind'));
  };
  return (
    <section className="mt-8">
      <h2 className="text-title">{t('unbind')}</h2>
      <p className="pt-1 text-ink-2">{t('unbindText')}</p>
      <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit}>
        <Field
          autoCapitalize="characters"
          autoComplete="one-time-code"
          inputRef={field}
          label={t('unbindCode')}
          maxLength={40}
          name="code"
          required
          spellCheck={false}
        />
        <WriteNotice write={unbind} />
        <Button isBusy={unbind.isBusy} type="submit" variant="danger">
          {t('unbind')}
        </Button>
      </form>
    </section>
  );
}

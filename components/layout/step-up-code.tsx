'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import * as api from '@/lib/api/step-up';
import { sendShown } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { TextButton } from '../ui/text-button';

type Props = { ticket: string; way: 'mail' | 'totp' | 'recovery'; onProved: () => void };

/** A code that is typed: mailed, of the authenticator, or one of the recovery codes. */
export function StepUpCode({ ticket, way, onProved }: Props) {
  const t = useTranslations('StepUp');
  const errorText = useErrorText();
  const screen = useScreen();
  const mail = useMailedCode(ticket, way === 'mail');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const field = useRef<HTMLInputElement>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = field.current?.value ?? '';
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await sendShown(api.stepUpProve, { ticket, way, code }, screen);
      onProved();
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
      field.current?.select();
    }
  };
  const hint = way === 'mail' ? (mail.sentTo === null ? t('mailSending') : t('mailSent', { email: mail.sentTo })) : t(`${way}Hint`);
  return (
    <form className="grid grid-cols-1 gap-3" method="post" onSubmit={(event) => void submit(event)}>
      {mail.error === null ? (
        <Field
          autoCapitalize="none"
          autoComplete="one-time-code"
          autoFocus
          data-autofocus
          error={error === null ? null : errorText(error)}
          hint={hint}
          inputMode={way === 'recovery' ? 'text' : 'numeric'}
          inputRef={field}
          label={t(`ways.${way}`)}
          maxLength={40}
          name="code"
          required
          spellCheck={false}
        />
      ) : (
        <Notice isAlert tone="danger">
          {errorText(mail.error)}
        </Notice>
      )}
      <Button isBusy={isBusy} type="submit">
        {t('confirm')}
      </Button>
      {way === 'mail' ? <TextButton disabled={mail.isSending} onPress={mail.send} text={t('sendAgain')} /> : null}
    </form>
  );
}

/** Has the code mailed when the sheet opens, and again when asked. */
function useMailedCode(ticket: string, isWanted: boolean) {
  const screen = useScreen();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const asked = useRef<string | null>(null);
  const send = useCallback(() => {
    setSending(true);
    setError(null);
    sendShown(api.stepUpStart, { ticket, way: 'mail' }, screen)
      .then((started) => setSentTo(started.sentTo), setError)
      .finally(() => setSending(false));
  }, [ticket, screen]);
  useEffect(() => {
    if (!isWanted || asked.current === ticket) return;
    asked.current = ticket;
    send();
  }, [isWanted, ticket, send]);
  return { sentTo, isSending, error, send };
}

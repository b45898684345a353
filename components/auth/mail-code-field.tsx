'use client';
import { Field } from '../ui/field';
import { Spinner } from '../ui/spinner';
import type { AuthTexts } from './auth-texts';
import { fill } from './enter-app';
import type { useMailCode } from './use-mail-code';

type Props = { mail: ReturnType<typeof useMailCode>; texts: AuthTexts; error: string | null; onSend: () => void };

/** The code from the e-mail, with the button that asks for it. */
export function MailCodeField({ mail, texts, error, onSend }: Props) {
  const { state, waitS, sentTo } = mail;
  const words = waitS > 0 ? fill(texts.codeWait, { seconds: waitS }) : state === 'sent' ? texts.sendCodeAgain : texts.sendCode;
  const hint = state === 'checking' ? texts.checking : state === 'sent' ? fill(texts.codeSent, { email: sentTo }) : undefined;
  return (
    <Field
      after={
        <button
          className="-my-2 -mr-2 inline-flex min-h-11 items-center gap-2 px-2 font-strong text-accent disabled:text-ink-3"
          disabled={state === 'checking' || waitS > 0}
          onClick={onSend}
          type="button"
        >
          {state === 'checking' ? <Spinner size={16} /> : null}
          {words}
        </button>
      }
      autoComplete="one-time-code"
      error={error}
      hint={hint}
      inputMode="numeric"
      label={texts.code}
      maxLength={12}
      name="code"
      required
    />
  );
}

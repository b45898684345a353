'use client';
import { type FormEvent, useState } from 'react';
import * as api from '@/lib/api/sessions';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FocusedNotice } from '../ui/focused-notice';
import { Notice } from '../ui/notice';
import { MAILED_LINK, useLinkToken } from '../ui/use-link-token';
import { AuthLink } from '../layout/auth-link';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { PasswordField } from './password-field';
import { proveWork } from './use-mail-code';

type Props = { locale: Locale; texts: Messages['WayBack']; auth: AuthTexts; errors: ErrorTexts; outboxHref: string | null };
type Step = 'asking' | 'sending' | 'done';

/** With the link of a mail: a new password. Without: the way to have one mailed, which says nothing about who has an account. */
export function NewPasswordForm(props: Props) {
  const token = useLinkToken(MAILED_LINK);
  return token ? <ChooseForm {...props} token={token} /> : <AskForm {...props} />;
}

function useSending(errors: ErrorTexts) {
  const [step, setStep] = useState<Step>('asking');
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (work: () => Promise<unknown>) => {
    setStep('sending');
    setRefusal(null);
    try {
      await work();
      setStep('done');
    } catch (error) {
      setStep('asking');
      setRefusal(errorSentence(error, errors));
    }
  };
  const notice = refusal ? (
    <Notice isAlert tone="danger">
      {refusal}
    </Notice>
  ) : null;
  return { step, notice, send, isLinkOver: refusal !== null && refusal === errors.LINK_INVALID };
}

function AskForm({ locale, texts, auth, errors, outboxHref }: Props) {
  const { step, notice, send } = useSending(errors);
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(async () => sendApi(api.passwordLink, { email: email.trim(), proof: await proveWork() }));
  };
  if (step === 'done') {
    return (
      <>
        <FocusedNotice>{texts.asked}</FocusedNotice>
        {outboxHref ? (
          <a
            className="inline-flex min-h-11 items-center font-strong text-accent text-small"
            href={`${outboxHref}?to=${encodeURIComponent(email.trim())}`}
          >
            {auth.outboxLink}
          </a>
        ) : null}
      </>
    );
  }
  return (
    <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={submit}>
      <Field
        autoCapitalize="none"
        autoComplete="email"
        inputMode="email"
        label={auth.email}
        maxLength={254}
        name="email"
        onChange={(event) => setEmail(event.target.value)}
        required
        spellCheck={false}
        type="email"
        value={email}
      />
      {notice}
      <Button isBusy={step === 'sending'} type="submit">
        {step === 'sending' ? auth.checking : texts.sendLink}
      </Button>
      <AuthLink locale={locale} look="words" path="/login">
        {auth.toSignIn}
      </AuthLink>
    </form>
  );
}

function ChooseForm({ locale, texts, auth, errors, token }: Props & { token: string }) {
  const { step, notice, send, isLinkOver } = useSending(errors);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [password, passwordAgain] = [String(form.get('password') ?? ''), String(form.get('passwordAgain') ?? '')];
    void send(() => sendApi(api.passwordByLink, { token, password, passwordAgain }));
  };
  if (step === 'done') {
    return (
      <>
        <FocusedNotice>{texts.changed}</FocusedNotice>
        <AuthLink locale={locale} look="ghost" path="/login">
          {auth.signIn}
        </AuthLink>
      </>
    );
  }
  return (
    <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={submit}>
      {(['password', 'passwordAgain'] as const).map((name) => (
        <PasswordField
          autoComplete="new-password"
          hideLabel={auth.hidePassword}
          hint={name === 'password' ? auth.passwordHint : undefined}
          key={name}
          label={auth[name]}
          name={name}
          required
          showLabel={auth.showPassword}
        />
      ))}
      {notice}
      <Button isBusy={step === 'sending'} type="submit">
        {texts.setPassword}
      </Button>
      {isLinkOver ? (
        <AuthLink locale={locale} look="words" path="/new-password">
          {texts.toNewPassword}
        </AuthLink>
      ) : null}
    </form>
  );
}

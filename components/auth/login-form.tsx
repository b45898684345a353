'use client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import * as signInApi from '@/lib/api/sign-in';
import { ApiError, sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { AuthLink } from '../layout/auth-link';
import { enterApp } from './enter-app';
import { PasskeySignIn } from './passkey-sign-in';
import { PasswordField } from './password-field';
import { proveWork } from './use-mail-code';

/** `hasPasskeys`: whether the backend takes them. */
type Props = { locale: Locale; texts: AuthTexts; errors: ErrorTexts; hasPasskeys: boolean };

/** Where the account is being guessed at, a new browser does some work first: the person only waits a moment longer. */
async function signIn(input: { username: string; password: string; code?: string }): Promise<void> {
  try {
    await sendApi(signInApi.signInPassword, input);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'LOGIN_PROOF_REQUIRED') throw error;
    await sendApi(signInApi.signInPassword, { ...input, proof: await proveWork() });
  }
}

/** Password sign-in; the authenticator code is asked for only when the account has one. */
export function LoginForm({ locale, texts, errors, hasPasskeys }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const codeInput = useRef<HTMLInputElement>(null);
  // Its field is there only after the next drawing.
  useEffect(() => {
    if (needsCode) codeInput.current?.focus();
  }, [needsCode]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = String(form.get('code') ?? '').trim();
    setBusy(true);
    setRefusal(null);
    try {
      await signIn({ username: String(form.get('username')).trim(), password: String(form.get('password')), ...(code ? { code } : {}) });
      await enterApp(locale);
    } catch (error) {
      setBusy(false);
      const asksForCode = error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED';
      if (asksForCode) setNeedsCode(true);
      if (!asksForCode || needsCode) setRefusal(errorSentence(error, errors));
      codeInput.current?.focus();
    }
  };
  return (
    // The method only matters before the script runs: a password must never get into an address.
    <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={(event) => void submit(event)}>
      <Field
        autoCapitalize="none"
        autoComplete="username"
        label={texts.usernameOrEmail}
        maxLength={254}
        name="username"
        required
        spellCheck={false}
      />
      <PasswordField
        autoComplete="current-password"
        hideLabel={texts.hidePassword}
        label={texts.password}
        name="password"
        required
        showLabel={texts.showPassword}
      />
      {needsCode ? (
        <Field
          autoComplete="one-time-code"
          autoCapitalize="none"
          hint={texts.totpHint}
          inputRef={codeInput}
          label={texts.totp}
          maxLength={20}
          name="code"
          required
        />
      ) : null}
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <Button isBusy={isBusy} type="submit">
        {texts.signIn}
      </Button>
      <p className="text-center text-small">
        <AuthLink locale={locale} look="words" path="/new-password">
          {texts.forgot}
        </AuthLink>
      </p>
      <p className="flex items-center gap-3 text-ink-3 text-small before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {texts.or}
      </p>
      {hasPasskeys ? <PasskeySignIn errors={errors} locale={locale} texts={texts} /> : null}
      <AuthLink locale={locale} look="ghost" path="/empty_wallet_login">
        {texts.withWallet}
      </AuthLink>
      <p className="text-center text-ink-2 text-small">
        {texts.noAccount}{' '}
        <AuthLink locale={locale} look="words" path="/register">
          {texts.toRegister}
        </AuthLink>
      </p>
    </form>
  );
}

'use client';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { ApiError } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { FocusedNotice } from '../ui/focused-notice';
import { Notice } from '../ui/notice';
import { useValidationMessage } from '../ui/use-validation-message';
import { AuthLink } from '../layout/auth-link';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { enterApp, fill } from './enter-app';
import { MailCodeField } from './mail-code-field';
import { createAccountOpening } from './open-account';
import { PasswordField } from './password-field';
import { proveWork, useMailCode } from './use-mail-code';

type Props = { locale: Locale; texts: AuthTexts; errors: ErrorTexts; outboxHref: string | null };

/** Which input a refusal belongs to; the rest stand above the button. */
const FIELD_OF: Partial<Record<string, string>> = {
  USERNAME_INVALID: 'username',
  USERNAME_TAKEN: 'username',
  EMAIL_INVALID: 'email',
  EMAIL_TAKEN: 'email',
  MAIL_CODE_FORMAT: 'code',
  MAIL_CODE_WRONG: 'code',
  PASSWORD_WEAK: 'password',
  PASSWORD_COMMON: 'password',
  PASSWORD_PATTERN: 'password',
  PASSWORD_PERSONAL: 'password',
  PASSWORD_GUESSABLE: 'password',
  PASSWORD_LEAKED: 'password',
  PASSWORD_MISMATCH: 'passwordAgain',
  REFERRAL_UNKNOWN: 'invite',
};

export function RegisterForm({ locale, texts, errors, outboxHref }: Props) {
  const { form, mail, isBusy, isCreated, refusal, invite, setInvite, errorOf, sendCode, submit } = useRegistration({ locale, errors });
  if (isCreated) return <Created locale={locale} texts={texts} />;
  return (
    <form className="grid grid-cols-1 gap-3.5" method="post" onSubmit={(event) => void submit(event)} ref={form}>
      <Who errorOf={errorOf} mail={mail} onSend={() => void sendCode()} outboxHref={outboxHref} texts={texts} />
      <Passwords errorOf={errorOf} texts={texts} />
      <Field
        autoCapitalize="characters"
        autoComplete="off"
        error={errorOf('invite')}
        label={texts.referral}
        maxLength={12}
        name="invite"
        onChange={(event) => setInvite(event.target.value)}
        value={invite}
      />
      <Consent text={texts.consent} />
      {refusal && !refusal.field ? (
        <Notice isAlert tone="danger">
          {refusal.text}
        </Notice>
      ) : null}
      <Button isBusy={isBusy} type="submit">
        {isBusy ? texts.checking : texts.createAccount}
      </Button>
      <p className="text-center text-ink-2 text-small">
        {texts.haveAccount}{' '}
        <AuthLink locale={locale} look="words" path="/login">
          {texts.toSignIn}
        </AuthLink>
      </p>
      <span className="sr-only" role="status">
        {mail.state === 'sent' ? fill(texts.codeSent, { email: mail.sentTo }) : ''}
      </span>
    </form>
  );
}

/** The account is there, and the sign-in that follows by itself failed. */
function Created({ locale, texts }: Pick<Props, 'locale' | 'texts'>) {
  return (
    <>
      <FocusedNotice>
        <b className="block">{texts.created}</b>
        {texts.createdText}
      </FocusedNotice>
      <AuthLink locale={locale} look="action" path="/login">
        {texts.toSignIn}
      </AuthLink>
    </>
  );
}

type PartProps = { texts: AuthTexts; errorOf(field: string): string | null };
type WhoProps = PartProps & { mail: ReturnType<typeof useMailCode>; onSend(): void; outboxHref: string | null };

/** A name, and an address that is proved by a mailed code. */
function Who({ texts, errorOf, mail, onSend, outboxHref }: WhoProps) {
  return (
    <>
      <Field
        autoCapitalize="none"
        autoComplete="username"
        error={errorOf('username')}
        hint={texts.usernameHint}
        label={texts.username}
        maxLength={32}
        name="username"
        required
        spellCheck={false}
      />
      <Field
        autoCapitalize="none"
        autoComplete="email"
        error={errorOf('email')}
        inputMode="email"
        label={texts.email}
        maxLength={254}
        name="email"
        required
        spellCheck={false}
        type="email"
      />
      <MailCodeField error={errorOf('code')} mail={mail} onSend={onSend} texts={texts} />
      {mail.state === 'sent' && outboxHref ? (
        <a
          className="inline-flex min-h-11 items-center font-strong text-accent text-small"
          href={`${outboxHref}?to=${encodeURIComponent(mail.sentTo)}`}
          rel="noreferrer"
          target="_blank"
        >
          {texts.outboxLink}
        </a>
      ) : null}
    </>
  );
}

/** What has to be agreed to; where it isn't, it says so itself. */
function Consent({ text }: { text: string }) {
  const { complaint, listeners } = useValidationMessage();
  const noteId = useId();
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-1 text-ink-2 text-small">
        <input
          aria-describedby={complaint ? noteId : undefined}
          aria-invalid={complaint ? true : undefined}
          className="mt-0.5 size-5 shrink-0 accent-(--accent)"
          name="consent"
          required
          type="checkbox"
          {...listeners}
        />
        <span className="min-w-0">{text}</span>
      </label>
      {complaint ? (
        <p className="pl-8 text-danger text-small" id={noteId}>
          {complaint}
        </p>
      ) : null}
    </div>
  );
}

/** A new password, twice. */
function Passwords({ texts, errorOf }: PartProps) {
  return (
    <>
      <PasswordField
        autoComplete="new-password"
        error={errorOf('password')}
        hideLabel={texts.hidePassword}
        hint={texts.passwordHint}
        label={texts.password}
        name="password"
        required
        showLabel={texts.showPassword}
      />
      <PasswordField
        autoComplete="new-password"
        error={errorOf('passwordAgain')}
        hideLabel={texts.hidePassword}
        label={texts.passwordAgain}
        name="passwordAgain"
        required
        showLabel={texts.showPassword}
      />
    </>
  );
}

/** What is typed, what became of it, and what sends it. */
function useRegistration({ locale, errors }: Pick<Props, 'locale' | 'errors'>) {
  const form = useRef<HTMLFormElement>(null);
  const mail = useMailCode(locale);
  const [openAccount] = useState(createAccountOpening);
  const [isBusy, setBusy] = useState(false);
  const [isCreated, setCreated] = useState(false);
  const [refusal, setRefusal] = useState<{ field: string | null; text: string } | null>(null);
  const [invite, setInvite] = useState('');
  useEffect(() => setInvite(new URLSearchParams(location.search).get('invit')?.slice(0, 12) ?? ''), []);

  const refuse = (error: unknown) => {
    const field = error instanceof ApiError ? (FIELD_OF[error.code] ?? null) : null;
    setRefusal({ field, text: errorSentence(error, errors) });
    if (field) form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  };
  const errorOf = (field: string) => (refusal?.field === field ? refusal.text : null);
  const sendCode = async () => {
    setRefusal(null);
    const email = String(new FormData(form.current ?? undefined).get('email') ?? '').trim();
    await mail.send(email).catch(refuse);
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const { username = '', email = '', password = '', passwordAgain = '', code = '' } = data;
    if (password !== passwordAgain) return setRefusal({ field: 'passwordAgain', text: errors.PASSWORD_MISMATCH });
    setBusy(true);
    setRefusal(null);
    const typed = { username: username.trim(), email: email.trim(), password, passwordAgain, code: code.trim(), consent: true } as const;
    try {
      const proof = await proveWork();
      const opened = await openAccount({ ...typed, proof, ...(invite.trim() ? { invite: invite.trim().toUpperCase() } : {}) });
      if (opened === 'created') return setCreated(true);
    } catch (error) {
      refuse(error);
      setBusy(false);
      return;
    }
    // The code is used up: whatever fails now, the form has nothing left to do.
    await enterApp(locale).catch(() => setCreated(true));
  };
  return { form, mail, isBusy, isCreated, refusal, invite, setInvite, errorOf, sendCode, submit };
}

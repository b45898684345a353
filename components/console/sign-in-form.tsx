'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { post } from './post';

/** Name, password and a code of the authenticator. */
export function SignInForm() {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const answer = await post('session.begin', {
      name: values.get('name'),
      password: values.get('password'),
      code: String(values.get('code') ?? '').replace(/\s/g, ''),
    });
    if (answer.ok) return window.location.assign('/operator');
    setBusy(false);
    setFault(answer.message);
  }

  return (
    <form className="grid gap-3" onSubmit={send}>
      <Field autoComplete="username" label="Name" name="name" required />
      <Field autoComplete="current-password" label="Password" name="password" required type="password" />
      <Field autoComplete="one-time-code" inputMode="numeric" label="Code of the authenticator" name="code" required />
      <Button isBusy={isBusy} type="submit">
        Sign in
      </Button>
      {fault === null ? null : (
        <Notice isAlert tone="danger">
          {fault}
        </Notice>
      )}
    </form>
  );
}

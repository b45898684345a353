'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ClientForm } from './client-form';
import { askPasskey, DECLINED } from './passkey';
import { post, type Posted } from './post';
import { FaultNotice } from './fault-notice';

/** Password and a passkey, or name, password and a code of the authenticator. */
export function SignInForm() {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);

  async function signByPasskey(password: unknown): Promise<Posted<unknown>> {
    const offered = await post<{ options: string }>('session.passkey-options', {});
    if (!offered.ok) return offered;
    const response = await askPasskey('use', offered.data.options);
    return response === null ? { ok: false, message: DECLINED } : post('session.passkey', { password, response });
  }

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const way = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'passkey' ? 'passkey' : 'code';
    const [name, password] = [values.get('name'), values.get('password')];
    const code = String(values.get('code') ?? '').replace(/\s/g, '');
    setBusy(way);
    const answer = await (way === 'passkey' ? signByPasskey(password) : post('session.begin', { name, password, code }));
    if (answer.ok) return window.location.assign('/operator');
    setBusy(null);
    setFault(answer.message);
  }

  return (
    <ClientForm className="grid gap-3" onSubmit={send}>
      <Field autoComplete="username" label="Name" name="name" />
      <Field autoComplete="current-password" label="Password" name="password" required type="password" />
      <Field autoComplete="one-time-code" inputMode="numeric" label="Code of the authenticator" name="code" />
      <Button isBusy={busy === 'code'} type="submit" value="code">
        Sign in
      </Button>
      <Button isBusy={busy === 'passkey'} type="submit" value="passkey" variant="ghost">
        Use a passkey in place of the code
      </Button>
      <FaultNotice fault={fault} />
    </ClientForm>
  );
}

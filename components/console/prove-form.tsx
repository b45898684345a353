'use client';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FaultNotice } from './fault-notice';
import { ClientForm } from './client-form';
import { askPasskey, DECLINED } from './passkey';
import { post, type Posted } from './post';

async function proveByPasskey(password: unknown): Promise<Posted<unknown>> {
  const offered = await post<{ options: string }>('session.passkey-options', {});
  if (!offered.ok) return offered;
  const response = await askPasskey('use', offered.data.options);
  return response === null ? { ok: false, message: DECLINED } : post('session.prove', { password, code: null, response });
}

/** Password and a code or a passkey, asked for again where somebody agrees long after they signed in. */
export function ProveForm({ onProved }: { onProved(): void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null);
  const first = useRef<HTMLInputElement>(null);
  // It comes where a button was pressed: the way on is here.
  useEffect(() => first.current?.focus(), []);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const way = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'passkey' ? 'passkey' : 'code';
    const password = values.get('password');
    const code = String(values.get('code') ?? '').replace(/\s/g, '');
    setBusy(way);
    const answer = await (way === 'passkey' ? proveByPasskey(password) : post('session.prove', { password, code, response: null }));
    setBusy(null);
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) onProved();
  }

  return (
    <ClientForm className="grid gap-2 pt-2" onSubmit={send}>
      <Field autoComplete="current-password" inputRef={first} label="Password" name="password" required type="password" />
      <Field autoComplete="one-time-code" inputMode="numeric" label="Code of the authenticator" name="code" />
      <Button isBusy={busy === 'code'} size="small" type="submit" value="code">
        Prove it by the code
      </Button>
      <Button isBusy={busy === 'passkey'} size="small" type="submit" value="passkey" variant="ghost">
        Prove it by a passkey
      </Button>
      <FaultNotice fault={fault} />
    </ClientForm>
  );
}

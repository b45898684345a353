'use client';
import { QRCodeSVG } from 'qrcode.react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { ClientForm } from './client-form';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Offer = { name: string; secret: string; uri: string; key: string };

/** The owner of a key sets a password and binds an authenticator; whatever was signed in before is signed out. */
export function KeyForm() {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);

  async function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    const answer = await post<Omit<Offer, 'key'>>('credentials.offer', { key });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) setOffer({ ...answer.data, key });
  }

  async function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (offer === null) return;
    const values = new FormData(event.currentTarget);
    const { key, secret } = offer;
    const code = String(values.get('code') ?? '').replace(/\s/g, '');
    const answer = await post('credentials.set', { key, secret, code, password: values.get('password') });
    setFault(answer.ok ? null : answer.message);
    setDone(answer.ok);
  }

  const alert = <FaultNotice fault={fault} />;
  if (isDone)
    return (
      <Notice isAlert>
        Set.{' '}
        <a className="underline" href="/operator/sign-in">
          Sign in
        </a>{' '}
        with the next code.
      </Notice>
    );
  if (offer === null)
    return (
      <ClientForm className="grid gap-3" onSubmit={begin}>
        <Field autoComplete="off" label="Your key" name="key" required type="password" />
        <Button type="submit">Go on</Button>
        {alert}
      </ClientForm>
    );
  return (
    <ClientForm className="grid gap-3" onSubmit={finish}>
      <p className="text-ink-2 text-small">Bind this to the authenticator of {offer.name}, and type the code that it shows.</p>
      <div className="justify-self-center rounded-field bg-[white] p-4">
        <QRCodeSVG size={168} title="Code for the authenticator" value={offer.uri} />
      </div>
      <p className="break-all text-center text-small">{offer.secret}</p>
      <input autoComplete="username" name="name" readOnly type="hidden" value={offer.name} />
      <Field
        autoComplete="new-password"
        label="New password (12 characters or more)"
        minLength={12}
        name="password"
        required
        type="password"
      />
      <Field autoComplete="one-time-code" inputMode="numeric" label="Code of the authenticator" name="code" required />
      <Button type="submit">Set password and authenticator</Button>
      {alert}
    </ClientForm>
  );
}

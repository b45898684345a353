'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { ClientForm } from './client-form';
import { Part } from './parts';
import { askPasskey, DECLINED } from './passkey';
import { post } from './post';

/** `id` null: the authenticator. */
export type Factor = { id: string | null; name: string; about: string };

/** What an operator has beside the password, and the way to bind or remove it, with the password each time. The last one stays. */
export function Factors({ factors }: { factors: readonly Factor[] }) {
  return (
    <div className="grid max-w-[36rem] gap-6">
      <Part title="Second factors">
        {factors.length === 0 ? (
          <p className="text-ink-2 text-small">
            None yet: you came by a link.{' '}
            <a className="text-accent underline" href="/operator/key">
              Set a password with your key
            </a>{' '}
            first.
          </p>
        ) : (
          <ul className="grid gap-3">
            {factors.map((factor) => (
              <Row factor={factor} isLast={factors.length === 1} key={factor.id ?? 'code'} />
            ))}
          </ul>
        )}
      </Part>
      {factors.length === 0 ? null : (
        <Part title="Bind a passkey">
          <AddPasskey />
        </Part>
      )}
    </div>
  );
}

function Row({ factor: { id, name, about }, isLast }: { factor: Factor; isLast: boolean }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const answer = await post('passkeys.remove', { id, password: new FormData(event.currentTarget).get('password') });
    setFault(answer.ok ? null : answer.message);
    if (answer.ok) router.refresh();
  }

  return (
    <li className="grid gap-2 border-line border-t pt-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-strong">{name}</p>
          <p className="text-ink-2 text-small">{isLast ? `${about}; the last one stays` : about}</p>
        </div>
        {isLast ? null : (
          <Button aria-expanded={isOpen} aria-label={`Remove ${name}`} onClick={() => setOpen(!isOpen)} size="small" variant="quiet">
            Remove
          </Button>
        )}
      </div>
      {isOpen && !isLast ? (
        <ClientForm className="grid gap-2" onSubmit={remove}>
          <Field autoComplete="current-password" label="Your password" name="password" required type="password" />
          <Button size="small" type="submit" variant="ghost">
            Remove it
          </Button>
        </ClientForm>
      ) : null}
      <Fault text={fault} />
    </li>
  );
}

function AddPasskey() {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function bind(values: FormData): Promise<string | null> {
    const offered = await post<{ options: string }>('passkeys.offer', {});
    if (!offered.ok) return offered.message;
    const response = await askPasskey('make', offered.data.options);
    if (response === null) return DECLINED;
    const answer = await post('passkeys.add', { name: values.get('name'), password: values.get('password'), response });
    return answer.ok ? null : answer.message;
  }
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    const found = await bind(new FormData(form));
    setBusy(false);
    setFault(found);
    if (found !== null) return;
    form.reset();
    router.refresh();
  }

  return (
    <ClientForm className="grid gap-2" onSubmit={add}>
      <Field autoComplete="off" label="Name, such as the device" maxLength={40} name="name" required />
      <Field autoComplete="current-password" label="Your password" name="password" required type="password" />
      <Button isBusy={isBusy} size="small" type="submit">
        Bind a passkey
      </Button>
      <Fault text={fault} />
    </ClientForm>
  );
}

function Fault({ text }: { text: string | null }) {
  return text === null ? null : (
    <Notice isAlert tone="danger">
      {text}
    </Notice>
  );
}

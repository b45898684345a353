'use client';
import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import * as api from '@/lib/api/security';
import type { securitySchema } from '@/lib/dto/security';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { showToast } from '../ui/toast';

type Passkey = z.infer<typeof securitySchema>['passkeys'][number];

const noSubscription = () => () => undefined;
/** Many in-app browsers of wallets can't. */
const canPasskeys = () => typeof window.PublicKeyCredential === 'function';

/** The passkeys of an account, and how one more is made. */
export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const t = useTranslations('Security');
  const isOffered = useSyncExternalStore(noSubscription, canPasskeys, () => true);
  return (
    <section className="border-line border-b py-3">
      <h3 className="font-strong">{t('passkeys')}</h3>
      <p className="pt-1 text-ink-2 text-small">{t('passkeysText')}</p>
      <ul>
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {isOffered ? <AddPasskey /> : <p className="pt-3 text-ink-2 text-small">{t('passkeyUnsupported')}</p>}
    </section>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const t = useTranslations('Security');
  const remove = useWrite(api.passkeyRemove, { of: passkey.id });
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="min-w-0 break-words font-strong">{passkey.name}</span>
        <Button
          aria-label={t('passkeyRemoveNamed', { name: passkey.name })}
          isBusy={remove.isBusy}
          onClick={() => remove.send({ id: passkey.id }, t('passkeyRemove'))}
          size="small"
          variant="ghost"
        >
          {t('passkeyRemove')}
        </Button>
      </div>
      <WriteNotice className="pt-2" write={remove} />
    </li>
  );
}

function AddPasskey() {
  const t = useTranslations('Security');
  const field = useRef<HTMLInputElement>(null);
  const [isMaking, setMaking] = useState(false);
  const [isDeclined, setDeclined] = useState(false);
  const add = useWrite(api.passkeyAdd, {
    onDone: () => {
      if (field.current) field.current.value = '';
      showToast(t('passkeyAdded'));
    },
  });
  const make = async (options: string) => {
    setMaking(true);
    try {
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON: JSON.parse(options) });
      add.send({ name: field.current?.value.trim() ?? '', response: JSON.stringify(response) }, t('passkeyAdd'));
    } catch {
      // The person declined, or the device has none to give: it doesn't say which.
      setDeclined(true);
    } finally {
      setMaking(false);
    }
  };
  const begin = useWrite(api.passkeyBegin, { onDone: ({ options }, _sent, isLate) => void (isLate || make(options)) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setDeclined(false);
    begin.send({}, t('passkeyAdd'));
  };
  return (
    <form className="mt-3 grid grid-cols-1 gap-3" method="post" onSubmit={submit}>
      <Field inputRef={field} label={t('passkeyName')} maxLength={40} name="name" required />
      {isDeclined ? <Notice isAlert>{t('passkeyDeclined')}</Notice> : null}
      <WriteNotice write={begin.step === 'refused' ? begin : add} />
      <Button isBusy={begin.isBusy || isMaking || add.isBusy} type="submit" variant="ghost">
        {t('passkeyAdd')}
      </Button>
    </form>
  );
}

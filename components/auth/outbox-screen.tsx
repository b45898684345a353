'use client';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { Outbox } from '@/lib/dto/app';
import type { Locale } from '@/lib/protocol/wire';
import * as appApi from '@/lib/api/app';
import { readApi } from '@/lib/query/api-client';
import { LocalTime } from '../money/local-time';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';

/** The mails of the sandbox, which sends none. */
export function OutboxScreen({ locale, texts, errors }: { locale: Locale; texts: AuthTexts; errors: ErrorTexts }) {
  const [address, setAddress] = useState('');
  const [mails, setMails] = useState<Outbox['mails'] | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const read = useCallback(
    async (to: string) => {
      setBusy(true);
      setRefusal(null);
      try {
        setMails((await readApi(appApi.outbox, { to })).mails);
      } catch (error) {
        setRefusal(errorSentence(error, errors));
      }
      setBusy(false);
    },
    [errors],
  );
  useEffect(() => {
    const to = new URLSearchParams(location.search).get('to');
    if (!to) return;
    setAddress(to);
    void read(to);
  }, [read]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void read(address.trim());
  };
  return (
    <form className="grid grid-cols-1 gap-3.5" onSubmit={submit}>
      <Field
        autoCapitalize="none"
        inputMode="email"
        label={texts.outboxAddress}
        maxLength={254}
        onChange={(event) => setAddress(event.target.value)}
        required
        type="email"
        value={address}
      />
      <Button isBusy={isBusy} type="submit">
        {texts.outboxRead}
      </Button>
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      {mails?.length === 0 ? <EmptyState icon="mail" text={texts.outboxEmptyText} title={texts.outboxEmpty} /> : null}
      <ul className="grid grid-cols-1 gap-3">
        {mails?.map(({ id, subject, text, at }) => (
          <li className="rounded-card bg-surface-1 p-4.5" key={id}>
            <p className="flex flex-wrap justify-between gap-x-3">
              <b>{subject}</b>
              <span className="text-ink-3 text-small">
                <LocalTime iso={at} locale={locale} />
              </span>
            </p>
            <p className="mt-2 select-text whitespace-pre-wrap break-words text-ink-2 text-small">{text}</p>
          </li>
        ))}
      </ul>
    </form>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import * as api from '@/lib/api/identity';
import { useCodeText } from '@/lib/query/use-code-text';
import { useWrite } from '@/lib/query/use-write';
import { WriteNotice } from '../layout/write-notice';
import { Field } from '../ui/field';
import { Spinner } from '../ui/spinner';
import { type Draft, findProblem, type Problem } from './draft';

type Props = { draft: Draft; problem: Problem | null; onChange(part: Partial<Draft>): void };
/** A mail needs a moment; asking for another sooner only fills the mailbox. */
const WAIT_S = 60;

/** The address at which one is told, and the code that proves it. */
export function EmailFields({ draft, problem, onChange }: Props) {
  const t = useTranslations('Verification');
  const codeText = useCodeText();
  const [waitS, setWaitS] = useState(0);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const mail = useWrite(api.identityCode, {
    onDone: (_done, sent) => {
      setSentTo(sent.body.email);
      setWaitS(WAIT_S);
    },
  });
  useEffect(() => {
    if (waitS === 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitS]);
  const isAddress = findProblem('email', { ...draft, code: '000000' }) === null;
  const words = waitS > 0 ? t('wait', { seconds: waitS }) : t(sentTo === null ? 'sendCode' : 'sendAgain');
  return (
    <>
      <Field
        autoComplete="email"
        error={problem === 'email' ? codeText('EMAIL_INVALID') : null}
        inputMode="email"
        label={t('email')}
        maxLength={254}
        name="email"
        onChange={(event) => onChange({ email: event.target.value })}
        type="email"
        value={draft.email}
      />
      <Field
        after={
          <button
            className="-my-2 -mr-2 inline-flex min-h-11 items-center gap-2 px-2 font-strong text-accent disabled:text-ink-3"
            disabled={!isAddress || mail.isBusy || waitS > 0}
            onClick={() => mail.send({ email: draft.email.trim() }, t('sendCode'))}
            type="button"
          >
            {mail.isBusy ? <Spinner size={16} /> : null}
            {words}
          </button>
        }
        autoComplete="one-time-code"
        error={problem === 'code' ? codeText('MAIL_CODE_FORMAT') : null}
        hint={sentTo === null ? undefined : t('codeSent', { email: sentTo })}
        inputMode="numeric"
        label={t('code')}
        maxLength={40}
        name="code"
        onChange={(event) => onChange({ code: event.target.value })}
        value={draft.code}
      />
      <WriteNotice write={mail} />
    </>
  );
}

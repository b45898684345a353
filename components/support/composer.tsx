'use client';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { useMember } from '@/components/layout/member-context';
import { WriteNotice } from '@/components/layout/write-notice';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SubmitButton } from '@/components/ui/submit-button';
import { TextButton } from '@/components/ui/text-button';
import * as api from '@/lib/api/support';
import { useWrite } from '@/lib/query/use-write';
import { findSecret, type SecretKind, SUPPORT_TEXT_MAX } from '@/lib/rules/support';
import { LazyPictureField } from './lazy-parts';
import { useSubjectText } from './use-subject-text';

/** Where one writes to support. What looks like a password, a code or a recovery phrase is asked about before it leaves the phone. */
export function Composer({ about }: { about: string | null }) {
  const t = useTranslations('Support');
  const why = useTranslations('Write.why');
  const id = useId();
  const subjectText = useSubjectText();
  const [text, setText] = useState('');
  const [subject, setSubject] = useState(about);
  const [picture, setPicture] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { features } = useMember();
  const [secret, setSecret] = useState<SecretKind | null>(null);
  const write = useWrite(api.supportSend, {
    onDone: () => {
      setText('');
      setSubject(null);
      setPicture(null);
      setAdding(false);
      write.reset();
    },
  });
  const send = () => {
    setSecret(null);
    write.send({ text: text.trim(), ...(subject === null ? {} : { about: subject }), ...(picture === null ? {} : { picture }) }, t('send'));
  };
  const trySend = () => {
    const found = findSecret(text);
    if (found === null) send();
    else setSecret(found);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        trySend();
      }}
    >
      {subject === null ? null : (
        <p className="flex flex-wrap items-center gap-x-4 pb-1.5 text-small">
          <span className="text-ink-2">{subjectText(subject)}</span>
          <TextButton disabled={write.isLocked} onPress={() => setSubject(null)} text={t('removeSubject')} />
        </p>
      )}
      <div className="rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent">
        <label className="-mt-2 block pt-2 text-ink-2 text-micro" htmlFor={id}>
          {t('write')}
        </label>
        <textarea
          className="block w-full bg-transparent py-0.5 text-ink-1 outline-none"
          id={id}
          maxLength={SUPPORT_TEXT_MAX}
          onChange={({ target }) => setText(target.value)}
          readOnly={write.isLocked}
          rows={3}
          value={text}
        />
      </div>
      {isAdding ? (
        <div className="pt-2.5">
          <LazyPictureField label={t('picture')} name="support" onChange={setPicture} value={picture} />
        </div>
      ) : features.includes('pictures') ? (
        <p className="pt-1.5">
          <TextButton disabled={write.isLocked} onPress={() => setAdding(true)} text={t('addPicture')} />
        </p>
      ) : null}
      <WriteNotice className="pt-2" hasAgain write={write} />
      <div className="grid grid-cols-1 gap-2 pt-2.5">
        <SubmitButton isBusy={write.isBusy} type="submit" why={text.trim() === '' ? why('fields') : null}>
          {t('send')}
        </SubmitButton>
      </div>
      <ConfirmDialog
        cancelLabel={t('dontSend')}
        confirmLabel={t('sendAnyway')}
        isAdvisedAgainst
        isOpen={secret !== null}
        onClose={() => setSecret(null)}
        onConfirm={send}
        title={t('warnTitle')}
      >
        <p className="pb-3 text-ink-2">{secret === null ? null : t(`warn.${secret}`)}</p>
      </ConfirmDialog>
    </form>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormFooter } from '@/components/layout/form-footer';
import { Field } from '@/components/ui/field';
import { showToast } from '@/components/ui/toast';
import * as api from '@/lib/api/invitations';
import type { Invitation } from '@/lib/dto/invitations';
import { useWrite } from '@/lib/query/use-write';

/** Whose code brought oneself: it may be entered or changed until the first deposit. */
export function InviterForm({ by, canChange }: Pick<Invitation, 'by' | 'canChange'>) {
  const t = useTranslations('Invite');
  const why = useTranslations('Write.why');
  const [code, setCode] = useState('');
  const write = useWrite(api.setInviter, {
    onDone: () => {
      setCode('');
      showToast(t('inviterSaved'));
    },
  });
  const who = by === null ? t('inviterNone') : t('inviterIs', { name: by });
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-title">{t('inviter')}</h2>
      <div className="text-ink-2 text-small">
        <p>{who}</p>
        <p>{t(canChange ? 'inviterOpen' : 'inviterFixed')}</p>
      </div>
      {canChange ? (
        <form
          className="grid grid-cols-1 gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            write.send({ code: code.trim() }, t('inviterSave'));
          }}
        >
          <Field
            autoCapitalize="characters"
            autoComplete="off"
            disabled={write.isLocked}
            hint={by === null ? undefined : t('inviterEmpty')}
            label={t('inviterCode')}
            maxLength={12}
            name="inviter"
            onChange={(event) => setCode(event.target.value)}
            spellCheck={false}
            value={code}
          />
          <FormFooter
            label={t('inviterSave')}
            variant="ghost"
            why={code.trim() !== '' || by !== null ? null : why('fields')}
            write={write}
          />
        </form>
      ) : null}
    </section>
  );
}

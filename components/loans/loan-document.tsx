'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import { useRead } from '@/lib/query/use-read';
import { readAgreementText } from '@/lib/rules/loan-agreement';
import { LoadState } from '../layout/load-state';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { CopyButton } from '../ui/copy-button';
import { toMailLink } from '../ui/mail-link';
import { SkeletonRows } from '../ui/skeleton';
import { saveFile } from '../files/save-file';
import { AgreementView } from './agreement-view';

/** The signed agreement: its hash, its text, and its file. Once the loan is paid out, the hash stands in the journal of that. */
export function LoanDocument({ id, hash, isPaidOut }: { id: string; hash: string | null; isPaidOut: boolean }) {
  const t = useTranslations('Loans');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <h2 className="pb-2 font-strong">{t('document')}</h2>
      <p className="text-ink-2 text-small">{isPaidOut ? t('hashText') : 'SHA-256'}</p>
      {hash === null ? null : (
        <div className="flex items-center gap-2 py-2">
          <code className="min-w-0 flex-1 select-all break-all text-micro">{hash}</code>
          <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={hash} />
        </div>
      )}
      {isOpen ? (
        <OpenDocument id={id} />
      ) : (
        <Button onClick={() => setOpen(true)} variant="ghost">
          {t('show')}
        </Button>
      )}
    </Card>
  );
}

function OpenDocument({ id }: { id: string }) {
  const t = useTranslations('Loans');
  const query = useRead(api.loanAgreement, { id });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={6} label={t('loading')} />}>
      {({ content, file }) => {
        const text = readAgreementText(content).join('\n');
        return (
          <div className="grid grid-cols-1 gap-4">
            <Button onClick={() => saveFile(toBytes(file), { name: `loan-${id}.pdf`, type: 'application/pdf' })} variant="soft">
              {t('download')}
            </Button>
            <div className="flex flex-wrap justify-center gap-x-6">
              <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copyText')} text={text} />
              <a className="inline-flex min-h-11 items-center text-accent text-small" href={toMailLink({ subject: content.title, text })}>
                {t('mail')}
              </a>
            </div>
            <AgreementView content={content} />
          </div>
        );
      }}
    </LoadState>
  );
}

/** The file byte for byte as it was made. */
const toBytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

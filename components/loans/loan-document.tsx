'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import * as api from '@/lib/api/loans';
import { useRead } from '@/lib/query/use-read';
import { LoadState } from '../layout/load-state';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { CopyButton } from '../ui/copy-button';
import { SkeletonRows } from '../ui/skeleton';
import { AgreementView } from './agreement-view';

/** The signed agreement: its hash, its text, and its file. */
export function LoanDocument({ id, hash }: { id: string; hash: string | null }) {
  const t = useTranslations('Loans');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card>
      <h2 className="pb-2 font-strong">{t('document')}</h2>
      <p className="text-ink-2 text-small">{t('hashText')}</p>
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
      {({ content, file }) => (
        <div className="grid grid-cols-1 gap-4">
          <Button onClick={() => save(file, `loan-${id}.pdf`)} variant="soft">
            {t('download')}
          </Button>
          <AgreementView content={content} />
        </div>
      )}
    </LoadState>
  );
}

/** Gives the file to the browser byte for byte as it was made. */
function save(base64: string, name: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

'use client';
import { useTranslations } from 'next-intl';
import { brand } from '@/lib/brand';
import { saveFile } from '../files/save-file';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { FocusedHeading } from '../ui/focused-heading';

/** Saves a text as a file; in-app browsers that can't leave the codes on the screen, to be copied. */
const download = (text: string) => saveFile(text, { name: `${brand.wordmark}-recovery-codes.txt`, type: 'text/plain' });

/** The recovery codes, this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations('Security');
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <FocusedHeading className="mt-2 text-title">{t('recoveryTitle')}</FocusedHeading>
      <p className="pt-1 text-ink-2">{t('recoveryText')}</p>
      <ol className="mt-4 grid grid-cols-2 gap-2 rounded-card bg-surface-1 p-4 text-center font-strong">
        {codes.map((code) => (
          <li className="whitespace-nowrap" key={code}>
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap justify-center gap-x-6">
        <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copyAll')} text={text} />
        <button className="min-h-11 text-accent text-small" onClick={() => download(text)} type="button">
          {t('download')}
        </button>
      </div>
      <Button className="mt-6" onClick={onKept}>
        {t('kept')}
      </Button>
    </>
  );
}

'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { formatExact } from '@/components/money/format';
import { Button, buttonClass } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { Sheet } from '@/components/ui/sheet';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as depositsApi from '@/lib/api/deposits';
import type { FoundDeposit } from '@/lib/dto/deposits';
import { useRead } from '@/lib/query/use-read';
import { writeList } from '@/lib/rules/punctuation';

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;
/** Where nothing goes on by itself. */
const STUCK: ReadonlySet<FoundDeposit['state']> = new Set(['failed', 'other_address', 'other_network', 'other_token', 'by_contract']);

/** Where it goes on by itself: it is looked for again this often, while the sheet is open. */
const MOVING: ReadonlySet<FoundDeposit['state']> = new Set(['not_seen', 'waiting', 'confirming', 'orphaned']);
const LOOK_MS = 10_000;

/** A transaction hash in, where it is and what happens next out. It asks for nothing else. */
export function FindDeposit() {
  const t = useTranslations('Deposits');
  const common = useTranslations('Common');
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const query = useRead(
    depositsApi.findDeposit,
    { hash: asked ?? '' },
    { enabled: isOpen && asked !== null, everyMs: (found) => (found !== undefined && MOVING.has(found.state) ? LOOK_MS : false) },
  );
  const look = (event: FormEvent) => {
    event.preventDefault();
    const hash = text.trim();
    setWrong(!HASH.test(hash));
    setAsked(HASH.test(hash) ? hash : null);
    // The same again is looked for anew.
    if (hash === asked) void query.refetch();
  };
  return (
    <>
      <Button onClick={() => setOpen(true)} variant="ghost">
        {t('find')}
      </Button>
      <Sheet closeLabel={common('close')} isOpen={isOpen} onClose={() => setOpen(false)} title={t('find')}>
        <form className="grid grid-cols-1 gap-3" noValidate onSubmit={look}>
          <p className="text-ink-2">{t('findText')}</p>
          <Field
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            error={isWrong ? t('hashWrong') : null}
            label={t('findHash')}
            maxLength={80}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            value={text}
          />
          <Button isBusy={query.isFetching} type="submit">
            {t('findAction')}
          </Button>
          {asked === null ? null : (
            <LoadState query={query} skeleton={<SkeletonRows count={1} label={t('loading')} />}>
              {(found) => <Found found={found} />}
            </LoadState>
          )}
        </form>
      </Sheet>
    </>
  );
}

function Found({ found }: { found: FoundDeposit }) {
  const t = useTranslations('Deposits');
  const locale = useLocale();
  return (
    <Notice isAlert tone={STUCK.has(found.state) ? 'warn' : 'info'}>
      <p className="break-words">
        {t(`found.${found.state}`, {
          network: found.network ?? '',
          other: found.addressNetwork ?? '',
          to: found.to ?? '',
          count: found.confirmations,
          needed: found.confirmationsNeeded,
          amount: found.amount === null ? '' : formatExact(found.amount, locale),
          coin: found.coin ?? '',
        })}
      </p>
      {found.state === 'credited' && found.deposit !== null ? (
        <Link className={buttonClass({ variant: 'quiet', size: 'small' })} href={`/recorddetails?ref=deposit:${found.deposit}`}>
          {t('toRecord')}
        </Link>
      ) : null}
      {found.silent.length > 0 ? <p className="pt-1">{t('silentNetworks', { networks: writeList(found.silent, locale) })}</p> : null}
    </Notice>
  );
}

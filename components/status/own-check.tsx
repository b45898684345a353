'use client';
import { useState } from 'react';
import * as api from '@/lib/api/liabilities';
import type { LiabilityTree, OwnLiabilities } from '@/lib/dto/liabilities';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { readApi, readSession } from '@/lib/query/api-client';
import { saveFile } from '../files/save-file';
import { formatExact } from '../money/format';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { type CheckedLeaf, checkLiabilities } from './check-liabilities';

type Texts = Messages['Status']['liabilities'];
type Props = { locale: Locale; tree: LiabilityTree; texts: Texts; signInHref: string };
type Known =
  | { state: 'open' | 'asking' | 'signedOut' | 'gone' | 'failed' }
  | { state: 'checked'; own: OwnLiabilities; leaves: readonly CheckedLeaf[] };

/** Reads the member's own leaves and recomputes here, in the browser, that each leads to the root that the page shows. */
export function OwnCheck({ locale, tree, texts, signInHref }: Props) {
  const [known, setKnown] = useState<Known>({ state: 'open' });
  const run = async () => {
    setKnown({ state: 'asking' });
    try {
      const { user } = await readSession();
      if (user === null) return setKnown({ state: 'signedOut' });
      const own = await readApi(api.ownLiabilities, { tree: tree.id });
      if (!own.isKept) return setKnown({ state: 'gone' });
      setKnown({ state: 'checked', own, leaves: await checkLiabilities(tree, own, user.userId) });
    } catch {
      setKnown({ state: 'failed' });
    }
  };
  return (
    <div className="mt-4 grid grid-cols-1 gap-3">
      <Button isBusy={known.state === 'asking'} onClick={() => void run()} variant="soft">
        {known.state === 'asking' ? texts.checking : texts.check}
      </Button>
      {known.state === 'signedOut' ? (
        <Notice isAlert>
          {texts.signedOut}{' '}
          <a className="font-strong text-accent underline" href={signInHref}>
            {texts.signIn}
          </a>
        </Notice>
      ) : null}
      {known.state === 'gone' || known.state === 'failed' ? (
        <Notice isAlert tone="warn">
          {texts[known.state]}
        </Notice>
      ) : null}
      {known.state === 'checked' ? <Found leaves={known.leaves} locale={locale} own={known.own} texts={texts} tree={tree} /> : null}
    </div>
  );
}

type FoundProps = Pick<Props, 'locale' | 'tree' | 'texts'> & { own: OwnLiabilities; leaves: readonly CheckedLeaf[] };

function Found({ locale, tree, texts, own, leaves }: FoundProps) {
  if (leaves.length === 0) return <Notice isAlert>{texts.empty}</Notice>;
  const isCounted = leaves.every((leaf) => leaf.isCounted);
  const save = () =>
    saveFile(JSON.stringify({ format: 'candor-liabilities-1', tree, own }, null, 2), {
      name: `candor-proof-${tree.id}.json`,
      type: 'application/json',
    });
  return (
    <>
      <Notice isAlert tone={isCounted ? 'info' : 'danger'}>
        <b>{isCounted ? texts.good : texts.bad}</b>
        <p>{isCounted ? texts.goodText : texts.badText}</p>
      </Notice>
      <ul>
        {leaves.map(({ asset, amount, isCounted: isLeafCounted }) => (
          <li className="border-line border-b py-3.5 last:border-0" key={asset}>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pb-2">
              <b>{asset}</b>
              <span className={`text-small ${isLeafCounted ? 'text-up' : 'text-danger'}`}>
                {isLeafCounted ? texts.counted : texts.notCounted}
              </span>
            </p>
            <Receipt>
              <ReceiptRow label={texts.amount} value={`${formatExact(amount, locale)}\u00a0${asset}`} />
              <ReceiptRow
                label={texts.sum}
                value={`${formatExact(tree.roots.find((root) => root.asset === asset)?.sum ?? '0', locale)}\u00a0${asset}`}
              />
            </Receipt>
          </li>
        ))}
      </ul>
      <p className="text-ink-2 text-small">{texts.moment}</p>
      <Button onClick={save} variant="ghost">
        {texts.save}
      </Button>
    </>
  );
}

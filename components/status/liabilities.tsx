import type { createTranslator } from 'next-intl';
import type { LiabilityTree } from '@/lib/dto/liabilities';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { publicHref } from '../layout/public-href';
import { formatExact } from '../money/format';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { OwnCheck } from './own-check';

type Props = {
  locale: Locale;
  t: ReturnType<typeof createTranslator<Messages, 'Status'>>;
  texts: Messages['Status']['liabilities'];
  tree: LiabilityTree | null;
  time(at: number): string;
};

/** The roots of the newest trees over what members own, coin by coin, and the check of one's own leaves. */
export function Liabilities({ locale, t, texts, tree, time }: Props) {
  return (
    <section className="mt-7" id="liabilities">
      <h2 className="text-title">{texts.title}</h2>
      <p className="mt-2 text-ink-2 text-small">{texts.text}</p>
      <p className="mt-2 text-small">
        {tree === null ? texts.none : t('liabilities.at', { tree: tree.id, time: time(Date.parse(tree.at)) })}
      </p>
      {tree === null ? null : <OwnCheck locale={locale} signInHref={publicHref(locale, '/login')} texts={texts} tree={tree} />}
      <p className="mt-3 text-ink-2 text-small">{texts.limits}</p>
      <ul className="mt-5">
        {tree?.roots.map(({ asset, hash, sum, leaves }) => (
          <li className="border-line border-b py-3.5 last:border-0" key={asset}>
            <b className="block pb-2">{asset}</b>
            <Receipt>
              <ReceiptRow label={texts.sum} value={`${formatExact(sum, locale)}\u00a0${asset}`} />
              <ReceiptRow label={texts.leaves} value={new Intl.NumberFormat(locale).format(leaves)} />
            </Receipt>
            <p className="mt-2 text-ink-2 text-small">
              {texts.root}
              <br />
              <code className="select-all break-all text-ink-1 text-micro">{hash}</code>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

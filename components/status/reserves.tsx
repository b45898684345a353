import type { createTranslator } from 'next-intl';
import type { Status } from '@/lib/dto/status';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { compareDecimals } from '@/lib/rules/decimal';
import { formatExact } from '../money/format';
import { Receipt, ReceiptRow } from '../ui/receipt';

type Props = {
  locale: Locale;
  t: ReturnType<typeof createTranslator<Messages, 'Status'>>;
  status: Status;
  isSandbox: boolean;
  time(at: number): string;
};

/** What the chains show beside what members own, coin by coin, and where payments leave from. */
export function Reserves({ locale, t, status: { reserves, wallets }, isSandbox, time }: Props) {
  return (
    <section className="mt-7" id="reserves">
      <h2 className="text-title">{t('reserves.title')}</h2>
      {isSandbox ? <p className="mt-2 text-ink-2 text-small">{t('reserves.sandbox')}</p> : null}
      <p className="mt-2 text-small">{reserves === null ? t('reserves.none') : t('reserves.at', { time: time(reserves.at) })}</p>
      <ul className="mt-1">
        {reserves?.assets.map(({ asset, shown, owed, members }) => {
          const money = (amount: string) => `${formatExact(amount, locale)}\u00a0${asset}`;
          const isCovered = compareDecimals(shown, members) >= 0;
          return (
            <li className="border-line border-b py-3.5 last:border-0" key={asset}>
              <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pb-2">
                <b>{asset}</b>
                <span className={`text-small ${isCovered ? 'text-up' : 'text-warn'}`}>
                  {t(isCovered ? 'reserves.covered' : 'reserves.short')}
                </span>
              </p>
              <Receipt>
                <ReceiptRow label={t('reserves.shown')} value={money(shown)} />
                <ReceiptRow label={t('reserves.owed')} value={money(owed)} />
                <ReceiptRow label={t('reserves.members')} value={money(members)} />
              </Receipt>
            </li>
          );
        })}
      </ul>
      <p className="mt-3 text-ink-2 text-small">{t('reserves.text')}</p>
      <p className="mt-2 text-ink-2 text-small">{t('reserves.limits')}</p>
      {wallets.map(({ network, address }) => (
        <p className="mt-3 text-small" key={network}>
          <span className="text-ink-2">{t('reserves.wallet', { network })}</span>
          <br />
          <code className="select-all break-all text-micro">{address}</code>
        </p>
      ))}
    </section>
  );
}

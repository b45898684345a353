'use client';
import { useTranslations } from 'next-intl';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import type { ClosingReason } from '@/lib/rules/closing';
import { WIRES_AT } from '@/lib/rules/wire';
import { useMember } from '../layout/member-context';
import { OtherAccount } from '../layout/other-account';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';

/** Where each of them is ended; orders are listed market by market. */
const PLACES: Record<Exclude<ClosingReason, 'orders'>, string> = {
  balances: '/wallet',
  positions: '/contractOrder',
  contracts: '/secondorder?list=running',
  stakes: '/pledgehistory',
  hosting: '/record?active=6',
  loans: '/record?active=7',
  withdrawals: '/tab4?active=2',
  deposits: '/tab4?active=0',
  proofs: '/uploadProof',
  wires: WIRES_AT,
  presales: '/saleCoin',
};

const ROW = 'flex min-h-13 items-center justify-between gap-x-4 border-line border-b py-1.5';

/** What keeps an account open, each with the way to where it is ended. All of it is of the real account: its places show another one's on demo. */
export function ClosingReasons({ reasons }: { reasons: readonly { what: ClosingReason; count: number }[] }) {
  const t = useTranslations('Data');
  const { mode } = useMember();
  if (mode !== 'real')
    return (
      <>
        <div className="pt-3">
          <OtherAccount isAside mode="real">
            {t('blocked')}
          </OtherAccount>
        </div>
        <ul className="mt-1">
          {reasons.map(({ what, count }) => (
            <li className={ROW} key={what}>
              {t(`reasons.${what}`, { count })}
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p className="pt-3">{t('blocked')}</p>
      <ul className="mt-1">
        {reasons.map(({ what, count }) =>
          what === 'orders' ? (
            <OpenOrders count={count} key={what} />
          ) : (
            <Reason href={PLACES[what]} key={what} text={t(`reasons.${what}`, { count })} />
          ),
        )}
      </ul>
    </>
  );
}

function Reason({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <Link className={ROW} href={href}>
        <span>{text}</span>
        <Icon name="forward" size={18} />
      </Link>
    </li>
  );
}

/** The open orders of each market of spot, and those of all perpetual ones; until they are read, how many coins they lock. */
function OpenOrders({ count }: { count: number }) {
  const t = useTranslations('Data');
  const { features } = useMember();
  const spot = useRead(spotApi.orders, { state: 'open' });
  const perpetual = useRead(perpetualApi.perpetualOrders, { state: 'open' }, { enabled: features.includes('perpetual') });
  const symbols = spot.data?.orders.map(({ symbol }) => symbol) ?? [];
  const ofPerpetual = perpetual.data?.orders.length ?? 0;
  if (symbols.length + ofPerpetual === 0) return <Reason href="/wallet" text={t('reasons.orders', { count })} />;
  return (
    <>
      {[...new Set(symbols)].map((symbol) => (
        <Reason
          href={`/spotorder?coin=${symbol}`}
          key={symbol}
          text={t('spotOrders', { market: symbol.replace('-', '/'), count: symbols.filter((one) => one === symbol).length })}
        />
      ))}
      {ofPerpetual === 0 ? null : <Reason href="/contractOrder?list=open" text={t('perpetualOrders', { count: ofPerpetual })} />}
    </>
  );
}

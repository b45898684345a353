'use client';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { CoinBadge } from '@/components/money/coin-badge';
import { formatDuration } from '@/components/money/duration';
import { formatExact } from '@/components/money/format';
import { useLocalTime } from '@/components/money/use-local-time';
import { buttonClass } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { Chips, SegmentedControl } from '@/components/ui/segmented-control';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as depositsApi from '@/lib/api/deposits';
import type { DepositNetwork, DepositOptions } from '@/lib/dto/deposits';
import { writeAside } from '@/lib/rules/punctuation';
import { WIRES_AT } from '@/lib/rules/wire';
import { useRead } from '@/lib/query/use-read';
import { DepositList } from './deposit-list';
import { FindDeposit } from './find-deposit';
import { OutsideWalletPanel } from './outside-wallet';

const PAUSE_TEXTS = {
  silent: 'pausedSilent',
  disagreement: 'pausedDisagreement',
  deep_reorganisation: 'pausedDeep',
  maintenance: 'pausedMaintenance',
  security: 'pausedSecurity',
} as const;
/** Everything that the ledger can hold is credited. */
const AMOUNT_MIN = '0.00000001';
/** What contracts send of it leaves no log on its chain. */
const CONTRACT_COIN = 'ETH';
type Option = DepositOptions['options'][number];
type Props = { qrCodes: Readonly<Record<string, ReactNode>>; coin: string | null };
/** Null: what comes first. */
type Choice = { coin: string | null; network: string | null };

/** Money in: the address of a coin, what came, where something is that didn't, and in a sandbox a wallet to send from. */
export function DepositTab({ coin, qrCodes }: Props) {
  const t = useTranslations('Deposits');
  const { mode, features } = useMember();
  const [choice, setChoice] = useState<Choice>({ coin, network: null });
  const query = useRead(depositsApi.depositOptions, {}, { enabled: mode === 'real' });
  if (mode !== 'real') return <OtherAccount mode="real">{t('demo')}</OtherAccount>;
  return (
    <div className="grid grid-cols-1 gap-6">
      <LoadState query={query} skeleton={<SkeletonRows count={6} label={t('loading')} />}>
        {(options) => <Addresses {...options} choice={choice} onChoose={setChoice} qrCodes={qrCodes} />}
      </LoadState>
      {features.includes('outside-wallet') ? <OutsideWalletPanel /> : null}
      <DepositList />
      <FindDeposit />
      {features.includes('wires') ? (
        <Link className={buttonClass({ variant: 'quiet' })} href={WIRES_AT}>
          {t('toWire')}
        </Link>
      ) : null}
      {features.includes('deposit-proofs') ? (
        <Link className={buttonClass({ variant: 'quiet' })} href={addressOfProof(findOption(query.data?.options ?? [], choice))}>
          {t('toProof')}
        </Link>
      ) : null}
    </div>
  );
}

const listCoins = (options: readonly Option[]): string[] => [...new Set(options.map(({ coin }) => coin))];

/** Returns the address that a choice leads to. */
function findOption(options: readonly Option[], choice: Choice): Option | undefined {
  const coins = listCoins(options);
  const coin = coins.find((one) => one === choice.coin) ?? coins[0];
  const ofCoin = options.filter((option) => option.coin === coin);
  return ofCoin.find(({ network }) => network === choice.network) ?? ofCoin[0];
}

/** Returns where the proof of a deposit to this address is given; its parameter is spelled as in the route table of the specification. */
function addressOfProof(option: Option | undefined): string {
  if (option === undefined) return '/uploadProof';
  const { coin, network } = option;
  return `/uploadProof?currneyName=${network === null ? coin : `${coin}_${network}`}`;
}

type AddressesProps = DepositOptions & { qrCodes: Props['qrCodes']; choice: Choice; onChoose: (choice: Choice) => void };

function Addresses({ options, networks, qrCodes, choice, onChoose }: AddressesProps) {
  const t = useTranslations('Deposits');
  const locale = useLocale();
  const coins = listCoins(options);
  const option = findOption(options, choice);
  const coin = option?.coin;
  const ofCoin = options.filter((one) => one.coin === coin);
  const missing = networks.filter(({ isOffered }) => !isOffered);
  return (
    <div className="grid grid-cols-1 gap-3">
      {coin === undefined ? null : (
        <Chips
          label={t('coin')}
          onChange={(value) => onChoose({ ...choice, coin: value })}
          options={coins.map((value) => ({ value, label: value }))}
          value={coin}
        />
      )}
      {ofCoin.length > 1 && option?.network ? (
        <SegmentedControl
          label={t('network')}
          onChange={(network) => onChoose({ ...choice, network })}
          options={ofCoin.flatMap(({ network }) => (network === null ? [] : [{ value: network, label: network }]))}
          value={option.network}
        />
      ) : null}
      {option === undefined ? null : (
        <AddressCard network={networks.find(({ network }) => network === option.network)} option={option} qr={qrCodes[option.address]} />
      )}
      {missing.map(({ network, name }) => (
        <p className="text-ink-3 text-small" key={network}>
          {t('notOffered', { name: writeAside(name, network, locale) })}
        </p>
      ))}
    </div>
  );
}

function AddressCard({ option, network, qr }: { option: Option; network: DepositNetwork | undefined; qr: ReactNode }) {
  const t = useTranslations('Deposits');
  const locale = useLocale();
  const writeTime = useLocalTime();
  const { coin, address } = option;
  const of = { coin, network: network?.name ?? option.network ?? '' };
  const paused = network?.paused ?? null;
  return (
    <Card className="grid grid-cols-1 gap-3">
      <p className="flex items-center gap-2.5">
        <CoinBadge coin={coin} size="small" />
        <span className="min-w-0 font-strong">{t('address', of)}</span>
      </p>
      {paused === null ? null : (
        <Notice tone="warn">
          <span suppressHydrationWarning>{t(PAUSE_TEXTS[paused.reason], { network: of.network, time: writeTime(paused.since) })}</span>
        </Notice>
      )}
      {qr === undefined ? null : (
        <div aria-label={t('qr', of)} className="w-full max-w-56 justify-self-center overflow-hidden rounded-field bg-paper" role="img">
          {qr}
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 rounded-field bg-surface-2 px-4">
        <bdi className="py-2 font-strong" title={address}>
          {address.slice(0, 5)}…{address.slice(-14)}
        </bdi>
        <CopyButton copiedLabel={t('copied')} failedLabel={t('copyFailed')} label={t('copy')} text={address} />
      </div>
      <details className="group text-small">
        <summary className="flex min-h-11 cursor-pointer items-center gap-1 text-accent">
          {t('whole')}
          <span className="group-open:rotate-90">
            <Icon name="forward" size={16} />
          </span>
        </summary>
        <p className="select-all break-all rounded-field bg-surface-2 px-4 py-3">{address}</p>
      </details>
      <ul className="grid list-disc gap-1 ps-4.5 text-ink-2 text-small">
        <li>{t('noteOnly', of)}</li>
        {network === undefined ? null : (
          <li>
            {t('noteConfirmations', {
              count: network.confirmations,
              time: formatDuration(Math.ceil(network.confirmations * network.blockSeconds), locale),
            })}
          </li>
        )}
        {coin === CONTRACT_COIN ? <li>{t('noteContract', of)}</li> : null}
        <li>{t('noteMin', { amount: formatExact(AMOUNT_MIN, locale), coin })}</li>
        <li>{t('noteForever')}</li>
      </ul>
    </Card>
  );
}

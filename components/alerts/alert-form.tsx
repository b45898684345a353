'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMember } from '@/components/layout/member-context';
import { WriteNotice } from '@/components/layout/write-notice';
import { AmountInput } from '@/components/money/amount-input';
import { formatExact, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { PriceAge } from '@/components/money/price-age';
import { Card } from '@/components/ui/card';
import { SubmitButton } from '@/components/ui/submit-button';
import { Chips } from '@/components/ui/segmented-control';
import { SelectField } from '@/components/ui/select-field';
import { showToast } from '@/components/ui/toast';
import * as api from '@/lib/api/alerts';
import * as loansApi from '@/lib/api/loans';
import * as marketApi from '@/lib/api/market';
import * as stakingApi from '@/lib/api/staking';
import { useCodeText } from '@/lib/query/use-code-text';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { useTicker } from '@/lib/stream/hooks';
import { ALERT_KINDS, ALERT_LEVELS, type AlertKind, isAlertLevel, isMarketAlert, MOVE_MINUTES, PAUSE_MINUTES } from '@/lib/rules/alerts';

const ONCE = 'once';
const NEEDS: Partial<Record<AlertKind, string>> = { funding: 'perpetual', liquidation: 'perpetual', loan: 'loans', term: 'staking' };

/** Asks for one alert: what it is about, its level, and how often it may come. */
export function AlertForm({ symbol }: { symbol: string }) {
  const t = useTranslations('Alerts');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const codeText = useCodeText();
  const { features } = useMember();
  const [kind, setKind] = useState<AlertKind>('price');
  const [market, setMarket] = useState(symbol);
  const [picked, setPicked] = useState('');
  const [typed, setTyped] = useState('');
  const [minutes, setMinutes] = useState('15');
  const [pause, setPause] = useState<string>(ONCE);
  const isMarket = isMarketAlert(kind);
  const subjects = useSubjects(kind);
  const subject = isMarket ? market : (subjects.find(({ value }) => value === picked)?.value ?? subjects[0]?.value ?? '');
  const level = finishAmount(typed) ?? '';
  const bounds = { min: formatExact(ALERT_LEVELS[kind].min, locale), max: formatExact(ALERT_LEVELS[kind].max, locale) };
  const isWrong = level !== '' && !isAlertLevel(kind, level);
  const create = useWrite(api.alertCreate, {
    onDone: () => {
      setTyped('');
      showToast(t('created'));
      create.reset();
    },
  });
  const send = () => {
    const often = isMarket && pause !== ONCE ? { pauseMinutes: pause } : {};
    create.send({ kind, subject, level, ...(kind === 'move' ? { minutes } : {}), ...often }, t('create'));
  };
  const kinds = ALERT_KINDS.filter((one) => NEEDS[one] === undefined || features.includes(NEEDS[one]));
  const quote = market.split('-')[1] ?? '';
  return (
    <Card className="grid grid-cols-1 gap-3">
      <Chips
        label={t('what')}
        onChange={(next) => {
          setKind(next);
          setTyped('');
        }}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`), disabled: create.isLocked }))}
        value={kind}
      />
      <SelectField
        disabled={create.isLocked}
        label={isMarket ? t('market') : t(`kinds.${kind}`)}
        onChange={isMarket ? setMarket : setPicked}
        options={subjects}
        value={subject}
      />
      <AmountInput
        decimals={ALERT_LEVELS[kind].decimals}
        disabled={create.isLocked}
        error={isWrong ? codeText('ALERT_LEVEL_REFUSED', bounds) : null}
        hint={kind === 'price' ? <PriceNow symbol={market} /> : null}
        label={t(`levels.${kind}`, { quote })}
        locale={locale}
        onChange={setTyped}
        value={typed}
      />
      {kind === 'move' ? (
        <SelectField
          disabled={create.isLocked}
          label={t('within')}
          onChange={setMinutes}
          options={MOVE_MINUTES.map((value) => ({ value: String(value), label: t(`windows.${value}`) }))}
          value={minutes}
        />
      ) : null}
      {isMarket ? (
        <SelectField
          disabled={create.isLocked}
          label={t('often')}
          onChange={setPause}
          options={[
            { value: ONCE, label: t('once') },
            ...PAUSE_MINUTES.map((value) => ({ value: String(value), label: t(`pauses.${value}`) })),
          ]}
          value={pause}
        />
      ) : null}
      <WriteNotice hasAgain write={create} />
      <SubmitButton
        isBusy={create.isBusy}
        onClick={send}
        why={subject === '' || level === '' ? why('fields') : isWrong ? why('marked') : null}
      >
        {t('create')}
      </SubmitButton>
    </Card>
  );
}

/** What a market trades at, and how old that is. */
function PriceNow({ symbol }: { symbol: string }) {
  const t = useTranslations('Alerts');
  const locale = useLocale();
  const listed = useRead(marketApi.markets, {}).data?.markets.find((one) => one.symbol === symbol);
  const live = useTicker(symbol);
  const ticker = live !== undefined && (listed === undefined || live.updatedAt >= listed.updatedAt) ? live : listed;
  if (ticker === undefined) return null;
  const { price } = ticker;
  return (
    <>
      {t('now', { price: formatPrice(price, { locale }), quote: symbol.split('-')[1] ?? '' })} <PriceAge ticker={ticker} />
    </>
  );
}

/** What an alert of a kind may be about: markets, open loans, or running staking positions. */
function useSubjects(kind: AlertKind): { value: string; label: string }[] {
  const locale = useLocale();
  const markets = useRead(marketApi.markets, {});
  const loans = useRead(loansApi.loans, {}, { enabled: kind === 'loan' });
  const staked = useRead(stakingApi.stakingPositions, { state: 'open' }, { enabled: kind === 'term' });
  if (isMarketAlert(kind))
    return (markets.data?.markets ?? []).map(({ symbol, base, quote }) => ({ value: symbol, label: `${base} / ${quote}` }));
  if (kind === 'loan') {
    const open = loans.data?.loans.filter(({ state }) => state === 'running' || state === 'overdue') ?? [];
    return open.map(({ id, amount }) => ({ value: id, label: `${id} · ${formatExact(amount, locale)}\u00a0USDT` }));
  }
  return (staked.data?.positions ?? []).map(({ id, principal, asset }) => ({
    value: id,
    label: `${id} · ${formatExact(principal, locale)}\u00a0${asset}`,
  }));
}

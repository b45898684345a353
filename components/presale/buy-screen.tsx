'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LoadState } from '@/components/layout/load-state';
import { useMember } from '@/components/layout/member-context';
import { OtherAccount } from '@/components/layout/other-account';
import { useShowResult } from '@/components/layout/result';
import { FormFooter } from '@/components/layout/form-footer';
import { formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Button, buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Field } from '@/components/ui/field';
import { FocusedHeading } from '@/components/ui/focused-heading';
import { Notice } from '@/components/ui/notice';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { SkeletonRows } from '@/components/ui/skeleton';
import { Link } from '../ui/link';
import * as api from '@/lib/api/presale';
import type { Presale, PresaleBought, PresalePurchase } from '@/lib/dto/presale';
import { compareDecimals, multiplyDecimals } from '@/lib/rules/decimal';
import { countLeft, findPurchaseBounds, isBuyable } from '@/lib/rules/presale';
import { usePaged, useRead } from '@/lib/query/use-read';
import { useAvailable } from '@/components/money/use-available';
import { useWrite } from '@/lib/query/use-write';
import { SaleCard } from './sale-card';

const WHOLE = /^[1-9][0-9]{0,11}$/;

/** The steps of a purchase: choose a sale, say how many, look at what it costs and confirm, and the receipt. */
export function BuyScreen({ first }: { first: string | null }) {
  const t = useTranslations('Presale');
  const { mode } = useMember();
  const query = useRead(api.presales, {});
  if (mode !== 'real') return <OtherAccount mode="real">{t('demo')}</OtherAccount>;
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {({ presales }) => <Steps first={first} presales={presales} />}
    </LoadState>
  );
}

function Steps({ presales, first }: { presales: readonly Presale[]; first: string | null }) {
  const t = useTranslations('Presale');
  const [chosen, setChosen] = useState(first);
  const [tokens, setTokens] = useState('');
  const [step, setStep] = useState<'amount' | 'confirm'>('amount');
  const [bought, setBought] = useState<PresaleBought | null>(null);
  const open = presales.filter(isBuyable);
  if (bought !== null) return <Done bought={bought} />;
  // A sale may end while it is confirmed: what became of the purchase stays on the screen.
  const presale = (step === 'confirm' ? presales : open).find(({ id }) => id === chosen);
  if (presale !== undefined && step === 'confirm')
    return <ConfirmStep onBack={() => setStep('amount')} onDone={setBought} presale={presale} tokens={tokens} />;
  if (open.length === 0) {
    const action = (
      <Link className={buttonClass({ size: 'small', variant: 'ghost' })} href="/saleCoin">
        {t('toSales')}
      </Link>
    );
    return <EmptyState action={action} icon="chart" text={t('noneText')} title={t('noneOpen')} />;
  }
  if (presale === undefined) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <h2 className="text-title">{t('choose')}</h2>
        {open.map((one) => (
          <SaleCard key={one.id} presale={one}>
            <Button onClick={() => setChosen(one.id)}>{t('chooseThis')}</Button>
          </SaleCard>
        ))}
      </div>
    );
  }
  return <AmountStep onNext={() => setStep('confirm')} presale={presale} setTokens={setTokens} tokens={tokens} />;
}

/** Returns how many tokens of a sale one has asked for, as far as one's newest purchases say: the exchange counts all of them. */
function countBought(pages: readonly { purchases: readonly PresalePurchase[] }[], { id }: Presale): number {
  const own = pages.flatMap(({ purchases }) => purchases).filter(({ presale }) => presale === id);
  return own.reduce((sum, { tokens }) => sum + tokens, 0);
}

type AmountProps = { presale: Presale; tokens: string; setTokens: (value: string) => void; onNext: () => void };

function AmountStep({ presale, tokens, setTokens, onNext }: AmountProps) {
  const t = useTranslations('Presale');
  const locale = useLocale();
  const [isTried, setTried] = useState(false);
  const { coin, price, min, max } = presale;
  const { data: own } = usePaged(api.presalePurchases, {});
  const { least, most } = findPurchaseBounds({ min, max, bought: countBought(own?.pages ?? [], presale), left: countLeft(presale) });
  const available = useAvailable('USDT');
  const isWhole = WHOLE.test(tokens);
  const cost = isWhole ? multiplyDecimals(tokens, price) : null;
  const isWithin = isWhole && Number(tokens) >= least && Number(tokens) <= most;
  const isShort = cost !== null && available !== null && compareDecimals(cost, available) > 0;
  const show = (value: string | number) => formatExact(String(value), locale);
  if (most === 0)
    return (
      <div className="grid grid-cols-1 gap-4">
        <SaleCard presale={presale} />
        <Notice>{t('reached')}</Notice>
        <Link className={buttonClass({ variant: 'ghost' })} href="/saleCoin">
          {t('toSales')}
        </Link>
      </div>
    );
  const problem = isWithin
    ? isShort
      ? t('notEnough', { available: show(available) })
      : null
    : t('outOfBounds', { min: show(least), max: show(most) });
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (problem === null) onNext();
      }}
    >
      <SaleCard presale={presale} />
      <Field
        after={coin}
        autoComplete="off"
        error={isTried ? problem : null}
        hint={<span suppressHydrationWarning>{t('outOfBounds', { min: show(least), max: show(most) })}</span>}
        inputMode="numeric"
        label={t('amount')}
        maxLength={12}
        name="tokens"
        onChange={(event) => setTokens(event.target.value.replaceAll(/[^0-9]/g, '').replace(/^0+/, ''))}
        value={tokens}
      />
      <Receipt>
        <ReceiptRow label={t('available')} value={available === null ? '–' : `${show(available)} USDT`} />
        <ReceiptRow isSum label={t('cost')} value={cost === null ? '–' : `${show(cost)} USDT`} />
      </Receipt>
      <Button type="submit">{t('next')}</Button>
    </form>
  );
}

type ConfirmProps = { presale: Presale; tokens: string; onBack: () => void; onDone: (bought: PresaleBought) => void };

function ConfirmStep({ presale, tokens, onBack, onDone }: ConfirmProps) {
  const t = useTranslations('Presale');
  const locale = useLocale();
  const showResult = useShowResult();
  const write = useWrite(api.presaleBuy, {
    of: presale.id,
    onDone: (bought, _sent, isLate) => {
      if (!isLate) return onDone(bought);
      const lead = `${show(bought.tokens)} ${bought.coin}`;
      showResult({ title: t('doneTitle'), lead, facts: <BoughtReceipt bought={bought} /> });
    },
  });
  const { coin, price, endsAt, mode, softCap, terms } = presale;
  const show = (value: string | number) => formatExact(String(value), locale);
  return (
    <div className="grid grid-cols-1 gap-4">
      <FocusedHeading className="text-title">{t('confirmTitle')}</FocusedHeading>
      <Receipt>
        <ReceiptRow label={t('amount')} value={`${show(tokens)} ${coin}`} />
        <ReceiptRow label={t('price')} value={`${show(price)} USDT`} />
        <ReceiptRow label={t('ends')} value={<LocalTime iso={endsAt} locale={locale} />} />
        <ReceiptRow isSum label={t('cost')} value={`${show(multiplyDecimals(tokens, price))} USDT`} />
      </Receipt>
      <ul className="grid list-disc gap-1 ps-4.5 text-ink-2 text-small" suppressHydrationWarning>
        <li>{t('noteHeld')}</li>
        <li>{t(mode === 'first-come' ? 'noteFirst' : 'noteShare')}</li>
        {softCap === 0 ? null : <li suppressHydrationWarning>{t('noteCap', { cap: show(softCap), coin })}</li>}
        <li>{t('noteRisk')}</li>
      </ul>
      <FormFooter label={t('buyNow')} onSend={() => write.send({ presale: presale.id, tokens, terms }, t('buyNow'))} write={write} />
      <Button disabled={write.isLocked} onClick={onBack} variant="ghost">
        {t('change')}
      </Button>
    </div>
  );
}

function Done({ bought }: { bought: PresaleBought }) {
  const t = useTranslations('Presale');
  return (
    <div className="grid grid-cols-1 gap-4">
      <FocusedHeading className="text-title">{t('doneTitle')}</FocusedHeading>
      <Notice isAlert>{t('noteHeld')}</Notice>
      <BoughtReceipt bought={bought} />
      <Link className={buttonClass({ variant: 'ghost' })} href="/saleCoin">
        {t('toSales')}
      </Link>
    </div>
  );
}

function BoughtReceipt({ bought: { coin, tokens, cost, boughtAt, id } }: { bought: PresaleBought }) {
  const t = useTranslations('Presale');
  const locale = useLocale();
  const show = (value: string | number) => formatExact(String(value), locale);
  return (
    <Receipt>
      <ReceiptRow label={t('number')} value={id} />
      <ReceiptRow label={t('amount')} value={`${show(tokens)} ${coin}`} />
      <ReceiptRow label={t('time')} value={<LocalTime iso={boughtAt} locale={locale} />} />
      <ReceiptRow isSum label={t('cost')} value={`${show(cost)} USDT`} />
    </Receipt>
  );
}

'use client';
import { useLocale, useMessages, useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { brand } from '@/lib/brand';
import * as api from '@/lib/api/loans';
import { writeTemplate } from '@/lib/i18n/templates';
import type { LoanProduct, LoanStanding } from '@/lib/dto/loans';
import type { Locale } from '@/lib/protocol/wire';
import { ApiError } from '@/lib/query/api-client';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { AGREEMENT_KEYS, type AgreementTexts, composeAgreement } from '@/lib/rules/loan-agreement';
import { writePercent } from '@/lib/rules/percent';
import { useServerNow } from '@/lib/stream/use-server-now';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { WriteNotice } from '../layout/write-notice';
import { formatExact } from '../money/format';
import { Button, buttonClass } from '../ui/button';
import { Card } from '../ui/card';
import { Field } from '../ui/field';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import { AgreementView } from './agreement-view';
import { type ShownCosts, showCosts } from './loan-costs';
import { PeopleDecide } from './people-decide';
import { SignaturePart } from './signature-part';
import { useSigning } from './use-signing';

type Props = { amount: string; product: LoanProduct };
type Drawn = { address: string; phone: string; isAuto: boolean };
const EMPTY: Drawn = { address: '', phone: '', isAuto: false };

/** What a loan costs, the agreement, and the signature under it. */
export function ApplyScreen({ amount, product }: Props) {
  const costs = showCosts({ ...product, amount });
  const query = useRead(api.loanStanding, {});
  if (costs === null) return null;
  return (
    <LoadState query={query} skeleton={<Skeleton className="h-96 rounded-card" />}>
      {(standing) =>
        standing.isVerified ? (
          <ApplyForm amount={amount} costs={costs} product={product} standing={standing} />
        ) : (
          <Unverified amount={amount} costs={costs} product={product} standing={standing} />
        )
      }
    </LoadState>
  );
}

/** The agreement to read, and the way to be able to sign it. */
function Unverified({ amount, product, costs, standing }: Props & { costs: ShownCosts; standing: LoanStanding }) {
  const t = useTranslations('Loans');
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <Preview amount={amount} costs={costs} form={EMPTY} product={product} standing={{ ...standing, firstName: '', lastName: '' }} />
      </Card>
      <Notice>{t('verifyText')}</Notice>
      <Link className={buttonClass()} href="/verification">
        {t('verify')}
      </Link>
    </div>
  );
}

function ApplyForm({ amount, product, costs, standing }: Props & { costs: ShownCosts; standing: LoanStanding }) {
  const { firstName, lastName } = standing;
  const t = useTranslations('Loans');
  const locale = useLocale();
  const router = useRouter();
  const [form, setForm] = useState<Drawn>(EMPTY);
  const apply = useWrite(api.loanApply, {
    lateAt: '/tab3',
    onDone: ({ id }, _sent, isLate) => (isLate ? undefined : router.replace(`/setloandetails?id=${id}`)),
  });
  const money = (text: string) => `${formatExact(text, locale)}\u00a0USDT`;
  const signing = useSigning();
  const { error } = apply;
  // The page reads the product again; what was typed and signed stays.
  useEffect(() => {
    if (error instanceof ApiError && error.code === 'LOAN_TERMS_CHANGED') router.refresh();
  }, [error, router]);
  // What was ticked was seen of these terms alone.
  const terms = JSON.stringify([product.days, product.rate, product.dayMs, costs]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // What was sent goes out again as it was, with its own signature.
    if (apply.step === 'unknown') return apply.again();
    const { total, lateFee } = costs;
    const input = { productId: product.id, amount, total, lateFee, firstName, lastName, ...form, locale: locale as Locale };
    const typed = String(new FormData(event.currentTarget).get('signedName') ?? '');
    const signature = await signing.give({
      typed,
      isGone: apply.error instanceof ApiError && apply.error.code === 'LOAN_SIGNATURE_MISSING',
    });
    if (signature !== null) apply.send({ ...input, ...signature }, t('signButton'));
  };
  return (
    <form className="grid grid-cols-1 gap-5" method="post" onSubmit={(event) => void submit(event)}>
      <Card>
        <Preview amount={amount} costs={costs} form={form} product={product} standing={standing} />
      </Card>
      <fieldset className="grid grid-cols-1 gap-3" disabled={apply.isLocked}>
        <legend className="pb-3 font-strong text-title">{t('you')}</legend>
        <p className="text-small">{t('nameNote', { name: `${firstName} ${lastName}` })}</p>
        <Field
          autoComplete="street-address"
          label={t('address')}
          maxLength={300}
          minLength={5}
          onChange={(event) => setForm({ ...form, address: event.target.value })}
          required
          value={form.address}
        />
        <Field
          autoComplete="tel"
          hint={t('phoneHint')}
          label={t('phone')}
          maxLength={30}
          onChange={(event) => setForm({ ...form, phone: event.target.value })}
          required
          type="tel"
          value={form.phone}
        />
        <Tick label={t('autoTick')} onChange={(isAuto) => setForm({ ...form, isAuto })} />
        <Tick
          isRequired
          key={`interest ${terms}`}
          label={t('tickInterest', { interest: money(costs.interest), rate: writePercent(String(costs.annualRate), locale) })}
        />
        <Tick isRequired key={`late ${terms}`} label={t('tickLate', { fee: money(costs.lateFee), cap: money(costs.lateFeeCap) })} />
      </fieldset>
      <fieldset className="grid grid-cols-1 gap-3" disabled={apply.isLocked}>
        <legend className="pb-3 font-strong text-title">{t('sign')}</legend>
        <SignaturePart isLocked={apply.isLocked} name={`${firstName} ${lastName}`} signing={signing} />
      </fieldset>
      <PeopleDecide amount={amount} standing={standing} />
      <WriteNotice write={apply} />
      <Button isBusy={apply.isBusy || signing.isSending} type="submit">
        {t('signButton')}
      </Button>
    </form>
  );
}

function Tick({ label, isRequired = false, onChange }: { label: string; isRequired?: boolean; onChange?: (isTicked: boolean) => void }) {
  return (
    <label className="flex min-h-11 items-start gap-3 text-small">
      <input
        className="mt-0.5 size-5 shrink-0 accent-(--accent)"
        onChange={(event) => onChange?.(event.target.checked)}
        required={isRequired}
        type="checkbox"
      />
      <span>{label}</span>
    </label>
  );
}

/** The agreement as it will be signed. */
function Preview({ amount, product, costs, standing, form }: Props & { costs: ShownCosts; standing: LoanStanding; form: Drawn }) {
  const locale = useLocale() as Locale;
  const { Agreement } = useMessages();
  // As they stand in the catalogue: the file fills their places by the same rule.
  const texts = Object.fromEntries(AGREEMENT_KEYS.map((key) => [key, writeTemplate(Agreement[key])])) as AgreementTexts;
  const { mode, isSandbox } = useMember();
  const { firstName, lastName } = standing;
  const now = useServerNow();
  const [openedAt] = useState(() => Date.now());
  // A new minute is time enough for dates.
  const at = (now ?? openedAt) - ((now ?? openedAt) % 60_000);
  const facts = {
    number: null,
    locale,
    isTest: standing.isTest ?? (isSandbox || mode === 'demo'),
    amount,
    ...product,
    ...costs,
    firstName,
    lastName,
    ...form,
    signedName: null,
    signedAt: null,
    effectiveAt: at,
    dueAt: at + product.days * product.dayMs,
  };
  return (
    <div suppressHydrationWarning>
      <AgreementView content={composeAgreement(facts, texts, brand.name)} />
    </div>
  );
}

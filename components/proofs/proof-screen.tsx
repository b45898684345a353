'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import * as depositsApi from '@/lib/api/deposits';
import * as api from '@/lib/api/proofs';
import type { DepositOptions } from '@/lib/dto/deposits';
import type { Proof } from '@/lib/dto/proofs';
import { useRead } from '@/lib/query/use-read';
import { useWrite } from '@/lib/query/use-write';
import { promiseOf } from '@/lib/rules/promises';
import { PictureField } from '../files/picture-field';
import { DecisionDue } from '../layout/decision-due';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { OtherAccount } from '../layout/other-account';
import { FormFooter } from '../layout/form-footer';
import { Amount } from '../money/amount';
import { AmountInput } from '../money/amount-input';
import { LocalTime } from '../money/local-time';
import { Field } from '../ui/field';
import { Notice } from '../ui/notice';
import { Chips } from '../ui/segmented-control';
import { SkeletonRows } from '../ui/skeleton';
import { endOfHash, findProofProblem, type ProofProblem } from './proof-problem';

type Option = DepositOptions['options'][number];
const DECIMALS = 8;
/** A review, and what the chain shows, are looked after while the screen is open. */
const LOOK_MS = 10_000;
const nameOf = ({ coin, network }: Option) => (network === null ? coin : `${coin} · ${network}`);

/** What one knows of a deposit that is missed, and what became of what one said before. */
export function ProofScreen({ coin }: { coin: string | null }) {
  const t = useTranslations('Proofs');
  const { mode } = useMember();
  const query = useRead(depositsApi.depositOptions, {}, { enabled: mode === 'real' });
  if (mode !== 'real') return <OtherAccount mode="real">{t('demo')}</OtherAccount>;
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={4} label={t('loading')} />}>
      {({ options }) => (
        <div className="grid grid-cols-1 gap-8">
          <ProofForm coin={coin} options={options} />
          <ProofList />
        </div>
      )}
    </LoadState>
  );
}

function ProofForm({ options, coin }: { options: readonly Option[]; coin: string | null }) {
  const t = useTranslations('Proofs');
  const locale = useLocale();
  const first = options.find((one) => one.coin === coin || `${one.coin}_${one.network}` === coin) ?? options[0];
  const [option, setOption] = useState(first?.id ?? '');
  const [amount, setAmount] = useState('');
  const [hashEnd, setHashEnd] = useState('');
  const [picture, setPicture] = useState<string | null>(null);
  const [said, setSaid] = useState<ProofProblem | null>(null);
  const write = useWrite(api.proofSubmit, {
    lateAt: '/uploadProof',
    onDone: () => {
      setAmount('');
      setHashEnd('');
      setPicture(null);
    },
  });
  const end = endOfHash(hashEnd);
  const found = findProofProblem({ amount, hash: hashEnd, picture });
  // What was complained of goes once it is mended.
  const problem = said === found ? said : null;
  const send = () => {
    setSaid(found);
    if (found !== null) return;
    write.send({ option, amount: amount.replace(/\.$/, ''), hashEnd: end === '' ? null : end, picture }, t('send'));
  };
  return (
    <form
      className="grid grid-cols-1 gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="text-ink-2">{t('lead')}</p>
      <Notice>{t('moves')}</Notice>
      <Chips
        label={t('option')}
        onChange={setOption}
        options={options.map((one) => ({ value: one.id, label: nameOf(one) }))}
        value={option}
      />
      <AmountInput
        decimals={DECIMALS}
        disabled={write.isLocked}
        error={problem === 'amount' ? t('amountMissing') : null}
        label={t('amount')}
        locale={locale}
        name="amount"
        onChange={setAmount}
        value={amount}
      />
      <Field
        autoCapitalize="off"
        autoComplete="off"
        disabled={write.isLocked}
        error={problem === 'hash' ? t('hashWrong') : null}
        hint={t('hashHint')}
        label={t('hash')}
        maxLength={70}
        name="hash"
        onChange={(event) => setHashEnd(event.target.value)}
        spellCheck={false}
        value={hashEnd}
      />
      <section className="grid grid-cols-1 gap-2">
        <h2 className="text-title">{t('picture')}</h2>
        <PictureField label={t('picture')} name="proof" onChange={setPicture} value={picture} />
      </section>
      {problem === 'empty' ? (
        <Notice isAlert tone="warn">
          {t('empty')}
        </Notice>
      ) : null}
      {write.step === 'done' ? <Notice isAlert>{t('sent')}</Notice> : null}
      <FormFooter label={t('send')} write={write} />
    </form>
  );
}

function ProofList() {
  const t = useTranslations('Proofs');
  const query = useRead(api.proofs, {}, { everyMs: LOOK_MS });
  return (
    <section>
      <h2 className="text-title">{t('list')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
        {({ proofs }) =>
          proofs.length === 0 ? (
            <p className="pt-2 text-ink-2 text-small">{t('none')}</p>
          ) : (
            <ul>
              {proofs.map((proof) => (
                <ProofRow key={proof.id} proof={proof} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </section>
  );
}

function ProofRow({ proof }: { proof: Proof }) {
  const t = useTranslations('Proofs');
  const locale = useLocale();
  const { state, deposit, answer } = proof;
  const found = state === 'found' && answer === null ? deposit : null;
  const isByAmount = proof.hashEnd === null && proof.depositAt !== null && (found === 'seen' || found === 'credited');
  const words = answer !== null ? t(`answers.${answer}`) : found !== null ? t(`found.${found}`) : t('review');
  return (
    <li className="border-line border-b py-3 last:border-0">
      <p className="flex flex-wrap justify-between gap-x-4 font-strong">
        <Amount locale={locale} unit={proof.coin} value={proof.amount} />
        <span>{proof.network}</span>
      </p>
      <p className="text-ink-2 text-small">
        {proof.hashEnd === null ? t('byPicture') : `…${proof.hashEnd}`} · <LocalTime iso={proof.at} locale={locale} />
      </p>
      <p className="pt-1 text-small">
        {isByAmount ? t.rich(`sameAmount.${found}`, { time: () => <LocalTime iso={proof.depositAt ?? ''} locale={locale} /> }) : words}
      </p>
      {state === 'review' ? <DecisionDue iso={promiseOf('proofs', proof.at)} /> : null}
    </li>
  );
}

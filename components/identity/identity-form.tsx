'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import * as api from '@/lib/api/identity';
import type { Identity } from '@/lib/dto/identity';
import { ApiError } from '@/lib/query/api-client';
import { useScreen } from '@/lib/query/shown-account';
import { useErrorText } from '@/lib/query/use-error-text';
import { useWrite } from '@/lib/query/use-write';
import { PictureField } from '../files/picture-field';
import { Steps } from '../layout/steps';
import { FormFooter } from '../layout/form-footer';
import { Notice } from '../ui/notice';
import { DetailsFields } from './details-fields';
import { DocumentFields } from './document-fields';
import { type Draft, dropPictures, findDraft, findProblem, keepDraft, type Problem, startFrom, stepsOf } from './draft';
import { EmailFields } from './email-fields';

type Props = { identity: Identity; onLeave(): void; onSent(): void };

/** Who one is, step by step; what was entered outlives a reload of the tab. */
export function IdentityForm({ identity, onLeave, onSent }: Props) {
  const t = useTranslations('Verification');
  const { userId } = useScreen();
  const [draft, setDraft] = useState<Draft>(() => findDraft(userId, Date.now()) ?? startFrom(identity));
  const steps = stepsOf(draft.document);
  const [at, setAt] = useState(() => firstOpen(draft));
  const [problem, setProblem] = useState<Problem | null>(null);
  const step = steps[Math.min(at, steps.length - 1)] ?? 'document';
  const write = useWrite(api.identitySubmit, {
    onDone: (_answer, _sent, isLate) => {
      keepDraft(userId, null, 0);
      if (!isLate) onSent();
    },
  });
  const errorText = useErrorText();
  const [gone, setGone] = useState<ApiError | null>(null);
  useEffect(() => {
    const { error } = write;
    if (!(error instanceof ApiError && error.code === 'PICTURE_UNKNOWN')) return;
    // Pictures that nothing used are kept for an hour: they are given again.
    const rest = dropPictures(draft, identity);
    write.reset();
    setGone(error);
    setDraft(rest);
    keepDraft(userId, rest, Date.now());
    setAt(firstOpen(rest));
  }, [write, draft, identity, userId]);
  const change = (part: Partial<Draft>) => {
    setProblem(null);
    setDraft((before) => {
      const now = { ...before, ...part };
      keepDraft(userId, now, Date.now());
      return now;
    });
  };
  const next = () => {
    const found = findProblem(step, draft);
    setProblem(found);
    if (found !== null) return;
    if (step !== 'email') return setAt(at + 1);
    // Only where nothing is missing: a draft that was taken up again lacks names, number and address.
    const missing = steps.findIndex((each) => findProblem(each, draft) !== null);
    if (missing >= 0) return setAt(missing);
    const { front, hold, back, ...rest } = draft;
    if (front !== null && hold !== null) write.send({ ...rest, front, hold, back: steps.includes('back') ? back : null }, t('submit'));
  };
  const [isFilming, setFilming] = useState(false);
  const isPicture = step === 'front' || step === 'back' || step === 'hold';
  return (
    <Steps
      at={steps.indexOf(step)}
      count={steps.length}
      onBack={() => (at === 0 ? onLeave() : setAt(at - 1))}
      onSubmit={next}
      {...(step === 'email' ? { foot: <FormFooter label={t('submit')} write={write} /> } : isFilming ? { foot: null } : {})}
      title={t(`steps.${step}`)}
    >
      {step === 'document' ? <DocumentFields draft={draft} onChange={change} problem={problem} /> : null}
      {step === 'details' ? <DetailsFields draft={draft} onChange={change} problem={problem} /> : null}
      {isPicture ? (
        <>
          <p className="text-ink-2">{t(step === 'front' && draft.document === 'passport' ? 'guide.passport' : `guide.${step}`)}</p>
          {gone !== null && draft[step] === null ? (
            <Notice isAlert tone="warn">
              {errorText(gone)}
            </Notice>
          ) : null}
          {problem === 'picture' ? (
            <Notice isAlert tone="warn">
              {t('missing')}
            </Notice>
          ) : null}
          <PictureField
            facing={step === 'hold' ? 'user' : 'environment'}
            key={step}
            label={t(`steps.${step}`)}
            name={step}
            onFilming={setFilming}
            onChange={(id) => change({ [step]: id })}
            value={draft[step]}
          />
        </>
      ) : null}
      {step === 'email' ? <EmailFields draft={draft} onChange={change} problem={problem} /> : null}
    </Steps>
  );
}

function firstOpen(draft: Draft): number {
  const open = stepsOf(draft.document).findIndex((step) => findProblem(step, draft) !== null);
  return Math.max(0, open);
}

'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { LocalTime } from '@/components/money/local-time';
import { FormFooter } from '@/components/layout/form-footer';
import { Card } from '@/components/ui/card';
import { Notice } from '@/components/ui/notice';
import { SegmentedControl } from '@/components/ui/segmented-control';
import type { RiskLimits } from '@/lib/dto/options';
import type { LimitedProduct } from '@/lib/protocol/wire';
import * as riskLimitsApi from '@/lib/api/risk-limits';
import { useRiskLimitsChange } from './use-risk-limits-change';

type Props = { riskLimits: RiskLimits; product: LimitedProduct; questions: readonly string[] };
type Answer = 'true' | 'false' | 'none';

/** The appropriateness test of a product, which the exchange marks. A failed one shows when it can be tried again. */
export function KnowledgeTest({ riskLimits, product, questions }: Props) {
  const t = useTranslations('Options');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const send = useRiskLimitsChange(riskLimitsApi.riskLimitsTest, product);
  const [answers, setAnswers] = useState<readonly Answer[]>(questions.map(() => 'none'));
  if (riskLimits.testFrom !== null) {
    return (
      <Notice tone="warn">
        {t('testFailed')} <LocalTime iso={riskLimits.testFrom} locale={locale} />
      </Notice>
    );
  }
  return (
    <Card>
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          send.send({ product, answers: answers.map((answer) => answer === 'true') }, t('testSend'));
        }}
      >
        <h2 className="text-title">{t('testTitle')}</h2>
        <p className="text-ink-2 text-small">{t('testText')}</p>
        {questions.map((question, index) => (
          <div className="grid grid-cols-1 gap-2" key={question}>
            <p className="text-small">{question}</p>
            <SegmentedControl
              label={question}
              onChange={(answer: Answer) => setAnswers((before) => before.map((one, at) => (at === index ? answer : one)))}
              options={[
                { value: 'true', label: t('testTrue'), disabled: send.isLocked },
                { value: 'false', label: t('testFalse'), disabled: send.isLocked },
              ]}
              value={answers[index] ?? 'none'}
            />
          </div>
        ))}
        <FormFooter label={t('testSend')} why={send.isLocked || !answers.includes('none') ? null : why('fields')} write={send} />
      </form>
    </Card>
  );
}

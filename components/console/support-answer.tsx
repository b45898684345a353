'use client';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { ActionOutcome } from '@/lib/operator/define';
import type { SavedAnswer } from '@/lib/operator/support';
import { SUPPORT_TEXT_MAX } from '@/lib/rules/support';
import { Choice, LongField } from './fields';
import { ClientForm } from './client-form';
import { Part } from './parts';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Props = { user: string; reason: string; answers: readonly SavedAnswer[]; isHeldByOther: boolean; onSent(): Promise<void> };

/** Where an answer is written; a saved one is put where one writes, to be read and changed before it is sent. */
export function SupportAnswer({ user, reason, answers, isHeldByOther, onSent }: Props) {
  const hintId = useId();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [request, setRequest] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    const answer = await post<ActionOutcome>('acts.support.answer', { reason, input: { user, text } });
    setFault(answer.ok ? null : answer.message);
    setRequest(answer.ok && answer.data.state === 'requested' ? answer.data.requestId : null);
    if (answer.ok) {
      setText('');
      await onSent();
    }
    setBusy(false);
  }

  return (
    <Part title="Answer">
      <ClientForm className="grid gap-2" onSubmit={send}>
        {answers.length === 0 ? null : (
          <Choice
            button="Put it in"
            label="Saved answer"
            onChoose={(chosen) => setText((before) => [before.trimEnd(), answers[Number(chosen)]?.text ?? ''].filter(Boolean).join('\n\n'))}
            options={answers.map(({ name, lang }, at) => ({ value: String(at), label: `${name} (${lang})` }))}
          />
        )}
        <LongField label="Answer" maxLength={SUPPORT_TEXT_MAX} onChange={setText} value={text} />
        {isHeldByOther ? (
          <p className="text-small text-warn" id={hintId}>
            Somebody else sees to this. Take it before you answer.
          </p>
        ) : null}
        <Button
          aria-describedby={isHeldByOther ? hintId : undefined}
          disabled={text.trim() === '' || isHeldByOther}
          isBusy={isBusy}
          size="small"
          type="submit"
          variant="action"
        >
          Send the answer
        </Button>
        <FaultNotice fault={fault} />
        {request === null ? null : (
          <Notice isAlert tone="info">
            Not sent yet: request {request} waits for a second operator, who reads it first.
          </Notice>
        )}
      </ClientForm>
    </Part>
  );
}

'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Choice } from './fields';
import { Part } from './parts';
import { post } from './post';
import { FaultNotice } from './fault-notice';

type Props = {
  user: string;
  me: string;
  reason: string;
  holder: string | null;
  isWaiting: boolean;
  operators: readonly string[];
  onDone(): Promise<void>;
};

/** Who sees to a question, and to whom it can be given. The reason of the look is what the other one reads. */
export function HandOver({ user, me, reason, holder, isWaiting, operators, onDone }: Props) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);
  async function give(to: string | null) {
    const answer = await post('acts.support.hand-over', { reason, input: { user, to } });
    setFault(answer.ok ? null : answer.message);
    await onDone();
    router.refresh();
  }
  const others = operators.filter((name) => name !== me && name !== holder);
  if (!isWaiting) return null;
  return (
    <Part title="Who sees to it">
      <p className="text-small">
        {holder === null ? 'Nobody yet. Who answers keeps it for an hour.' : holder === me ? 'You do.' : `${holder} does.`}
      </p>
      <div className="flex flex-wrap items-end gap-2">
        {holder === me ? null : (
          <Button onClick={() => void give(me)} size="small" variant="soft">
            Take it
          </Button>
        )}
        {holder === null ? null : (
          <Button onClick={() => void give(null)} size="small" variant="ghost">
            Give it back to all
          </Button>
        )}
      </div>
      {others.length === 0 ? null : (
        <Choice
          button="Hand over"
          label="Hand over to"
          onChoose={(name) => void give(name)}
          options={others.map((name) => ({ value: name, label: name }))}
        />
      )}
      <FaultNotice fault={fault} />
    </Part>
  );
}

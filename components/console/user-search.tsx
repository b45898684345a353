'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { ClientForm } from './client-form';
import { post } from './post';

/** Finds a person. What is searched for is in no address, and the look is in the log. */
export function UserSearch() {
  const router = useRouter();
  const [said, setSaid] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function find(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const answer = await post<{ id: string | null }>('users.find', { word: values.get('word'), reason: values.get('reason') });
    setBusy(false);
    if (!answer.ok) return setSaid(answer.message);
    if (answer.data.id === null) return setSaid('Nobody has this number, name, e-mail address or wallet.');
    router.push(`/operator/users/${answer.data.id}`);
  }

  return (
    <ClientForm className="grid max-w-[32rem] gap-3" onSubmit={find}>
      <Field autoComplete="off" data-search label="Number, name, e-mail address or wallet" name="word" required />
      <Field autoComplete="off" label="Reason for the look (in the log for good)" maxLength={500} name="reason" required />
      <Button isBusy={isBusy} size="small" type="submit">
        Find
      </Button>
      {said === null ? null : (
        <Notice isAlert tone="warn">
          {said}
        </Notice>
      )}
    </ClientForm>
  );
}

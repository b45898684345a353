'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';
import { ClientForm } from './client-form';
import { post } from './post';
import { FaultNotice } from './fault-notice';

export type SavedView = { list: string; name: string; query: string };
type Props = { list: string; path: string; query: string; views: readonly SavedView[] };

/** Looks at a list that this operator gave a name to, and a way to name the one that is shown. */
export function Views({ list, path, query, views }: Props) {
  const router = useRouter();
  const [fault, setFault] = useState<string | null>(null);

  async function send(endpoint: string, input: object): Promise<boolean> {
    const answer = await post(endpoint, input);
    setFault(answer.ok ? null : answer.message);
    router.refresh();
    return answer.ok;
  }
  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (await send('views.save', { list, name: new FormData(form).get('name'), query })) form.reset();
  }

  return (
    <details className="group pb-3" open={views.length > 0}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-ink-2 text-small">
        Saved views
        <span className="group-open:rotate-180">
          <Icon name="down" size={14} />
        </span>
      </summary>
      <ul className="flex flex-wrap gap-1.5">
        {views.map(({ name, query: saved }) => (
          <li className="inline-flex items-center rounded-full bg-surface-2" key={name}>
            <Link className="inline-flex min-h-11 items-center ps-4 pe-1 text-small" href={`${path}?${saved}`} prefetch={false}>
              {name}
            </Link>
            <button
              aria-label={`Remove the view ${name}`}
              className="min-h-11 min-w-11 text-ink-2"
              onClick={() => void send('views.remove', { list, name })}
              type="button"
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <ClientForm className="flex max-w-[28rem] flex-wrap items-center gap-2 pt-2" onSubmit={save}>
        <div className="min-w-40 flex-1">
          <Field autoComplete="off" label="Name for what is shown" maxLength={40} name="name" required />
        </div>
        <Button size="small" type="submit" variant="ghost">
          Save
        </Button>
      </ClientForm>
      <FaultNotice fault={fault} />
    </details>
  );
}

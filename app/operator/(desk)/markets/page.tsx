import type { Metadata } from 'next';
import Link from 'next/link';
import { ActForm } from '@/components/console/act-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { writeFigures } from '@/components/console/words';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { hrefOfList } from '@/lib/console/pages';
import { findList } from '@/lib/operator/lists';
import { marketEndpoints } from '@/lib/operator/markets';
import { signInEndpoints } from '@/lib/operator/sign-in';
import { OPERATOR_HALT_REASONS } from '@/lib/protocol/wire';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Markets and risk' };
const MARKETS_MOST = 50;
/** Lists that name members: opened only by who wants to see them. */
const OF_MEMBERS = ['positions', 'liquidations'] as const;

export default async function MarketsPage() {
  const [{ insurance, open, halted }, { may }] = await Promise.all([ask(marketEndpoints.show, {}), ask(signInEndpoints.me, {})]);
  return (
    <>
      <PageHead title="Markets and risk" />
      <ObjectPage
        isWide
        side={
          <>
            <Part title="Halt a market">
              <p className="text-ink-2 text-small">
                At once: no new spot orders and seconds contracts, and of perpetual orders only those that make a position smaller. Prices,
                settlements and liquidations go on. Everybody reads the reason.
              </p>
              <ActForm
                act="markets.halt"
                fields={[
                  { name: 'market', label: 'Market', options: open },
                  { name: 'reason', label: 'What members read', options: OPERATOR_HALT_REASONS },
                ]}
                input={{}}
                label="Halt it"
                variant="action"
              />
            </Part>
            {halted.length === 0 ? null : (
              <Part title="Resume a market">
                <ActForm
                  act="markets.resume"
                  fields={[{ name: 'market', label: 'Market', options: halted }]}
                  input={{}}
                  label="Ask to resume it"
                />
              </Part>
            )}
            <Part title="Say something about an incident">
              <ActForm
                act="incidents.note"
                fields={[
                  { name: 'incident', label: 'Its number' },
                  { name: 'texts', label: 'What everybody reads', kind: 'texts', parts: [{ name: '', label: 'Text', isLong: true }] },
                ]}
                input={{}}
                label="Ask to publish"
              />
            </Part>
          </>
        }
      >
        <Notice tone={insurance.includes('MISSING') ? 'warn' : 'info'}>{writeFigures(insurance)}</Notice>
        <Part title="Markets">
          <FirstRows list="markets" most={MARKETS_MOST} />
        </Part>
        {OF_MEMBERS.some((list) => may.includes(findList(list).permission)) ? (
          <Part title="Of members, each look in the log">
            <ul className="flex flex-wrap gap-x-6">
              {OF_MEMBERS.map((list) => (
                <li key={list}>
                  <Link className="inline-flex min-h-11 items-center text-accent text-small" href={hrefOfList(list)} prefetch={false}>
                    {findList(list).title}
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
        <Part title="Incidents, as the status page shows them">
          <FirstRows list="incidents" />
        </Part>
      </ObjectPage>
    </>
  );
}

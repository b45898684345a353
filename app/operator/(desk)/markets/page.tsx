import type { Metadata } from 'next';
import { ActionForm } from '@/components/console/action-form';
import { HALT_FIELD, HALT_TOLD } from '@/components/console/object-actions';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { hrefOfList } from '@/lib/console/pages';
import { getFormatter } from '@/lib/console/read-formatter';
import { findList } from '@/lib/operator/lists';
import { marketEndpoints } from '@/lib/operator/markets';
import { signInEndpoints } from '@/lib/operator/sign-in';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Markets and risk' };
const MARKETS_MOST = 50;
/** Lists that name members: opened only by who wants to see them. */
const OF_MEMBERS = ['positions', 'liquidations'] as const;

export default async function MarketsPage() {
  const [{ insurance, open, halted }, { may }] = await Promise.all([ask(marketEndpoints.show, {}), ask(signInEndpoints.me, {})]);
  const format = await getFormatter();
  return (
    <>
      <PageHead title="Markets and risk" />
      <ObjectPage
        isWide
        side={
          <>
            <Part title="Halt a market">
              <p className="text-ink-2 text-small">{HALT_TOLD}</p>
              <ActionForm
                act="markets.halt"
                fields={[{ name: 'market', label: 'Market', options: open }, HALT_FIELD]}
                input={{}}
                label="Halt it"
                variant="action"
              />
            </Part>
            {halted.length === 0 ? null : (
              <Part title="Resume a market">
                <ActionForm
                  act="markets.resume"
                  fields={[{ name: 'market', label: 'Market', options: halted }]}
                  input={{}}
                  label="Ask to resume it"
                />
              </Part>
            )}
          </>
        }
      >
        <Notice tone={insurance.includes('MISSING') ? 'warn' : 'info'}>{format.figures(insurance)}</Notice>
        <Part title="Markets">
          <FirstRows isLateFirst list="markets" most={MARKETS_MOST} />
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

import type { Metadata } from 'next';
import { ActionForm } from '@/components/console/action-form';
import { FUNDING_FIELDS } from '@/components/console/object-actions';
import { NetworkActions } from '@/components/console/network-actions';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Pools } from '@/components/console/pools';
import { Table } from '@/components/console/table';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { hrefOfList } from '@/lib/console/pages';
import type { Formatter } from '@/lib/console/formatter';
import { getFormatter } from '@/lib/console/read-formatter';
import { houseEndpoints } from '@/lib/operator/house';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Treasury' };

const PAUSE_COLUMNS = [{ name: 'Network' }, { name: 'Reason' }, { name: 'Since' }];

/** Says when the chains were last compared with what is owed. */
function writeCustody(format: Formatter, custody: { at: number; faults: number } | null): string {
  if (custody === null) return 'Not proved yet.';
  const when = format.time(custody.at);
  return custody.faults === 0 ? `Proved at ${when}: exact.` : `Looked at ${when}: faults: ${custody.faults}. The audit says which.`;
}

export default async function TreasuryPage() {
  const { pools, insurance, custody, pauses, networks } = await ask(houseEndpoints.treasury, {});
  const format = await getFormatter();
  const names = [...new Set(pools.map(({ pool }) => pool))];
  const fields = (options: readonly string[]) => [{ name: 'pool', label: 'Pool', options }, ...FUNDING_FIELDS];
  return (
    <>
      <PageHead title="Treasury">
        <Link className="inline-flex min-h-11 items-center text-accent text-small" href="/operator/treasury/sweeps" prefetch={false}>
          Sweep deposit addresses
        </Link>
      </PageHead>
      <ObjectPage
        side={
          <>
            <Part title="Fund a pool">
              <ActionForm
                act="pools.fund"
                fields={fields(['insurance-fund', 'options-pool', ...names])}
                input={{}}
                label="Ask to fund"
                variant="action"
              />
            </Part>
            <Part title="Take out of a pool">
              <ActionForm act="pools.defund" fields={fields(['options-pool', ...names])} input={{}} label="Ask to take out" />
            </Part>
          </>
        }
      >
        <Part title="Stop a network">
          <NetworkActions networks={networks} pauses={pauses} format={format} />
        </Part>
        <Notice tone={insurance.includes('MISSING') ? 'warn' : 'info'}>{format.figures(insurance)}</Notice>
        <Part title="Pools of the real accounts">
          <Pools account="real" pools={pools} />
        </Part>
        <Part title="Hot wallets, as the chains show them">
          <FirstRows list="wallets" />
        </Part>
        <Part title="Custody: what the chains hold beside what is owed">
          <Notice tone={custody === null || custody.faults > 0 ? 'warn' : 'info'}>{writeCustody(format, custody)}</Notice>
        </Part>
        <Part title="Reorganisations that were followed">
          <FirstRows list="reorganisations" />
        </Part>
        <Part title="Credits by hand">
          <Link className="inline-flex min-h-11 items-center text-accent text-small" href={hrefOfList('by-hand')} prefetch={false}>
            What was credited by hand, by whom it was missed and under which case
          </Link>
        </Part>
        <Part title="Chains that are paused">
          <Table
            caption="Paused chains"
            columns={PAUSE_COLUMNS}
            empty="No chain is paused. One pauses by itself when it can't be checked."
            rows={pauses.map(({ network, reason, since }) => ({ key: network, href: null, cells: [network, reason, format.time(since)] }))}
          />
        </Part>
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-strong">Pools of the demo accounts</summary>
          <Pools account="demo" pools={pools} />
        </details>
        <Link className="inline-flex min-h-11 items-center text-accent text-small" href={hrefOfList('pools')} prefetch={false}>
          All pools as one list, with filters, views and CSV
        </Link>
      </ObjectPage>
    </>
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { NetworkActs } from '@/components/console/network-acts';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Pools } from '@/components/console/pools';
import { Table } from '@/components/console/table';
import { writeAmount, writeFigures, writeTime } from '@/components/console/words';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { hrefOfObject } from '@/lib/console/pages';
import { houseEndpoints } from '@/lib/operator/house';

export const metadata: Metadata = { title: 'Treasury' };

const WALLET_COLUMNS = [{ name: 'Network' }, { name: 'Holds', isNumber: true }, { name: 'Address', isLong: true }];
const PAUSE_COLUMNS = [{ name: 'Network' }, { name: 'Reason' }, { name: 'Since' }];

export default async function TreasuryPage() {
  const { pools, insurance, pauses, wallets, networks } = await ask(houseEndpoints.treasury, {});
  const names = [...new Set(pools.map(({ pool }) => pool))];
  const fields = (options: readonly string[]) => [
    { name: 'pool', label: 'Pool', options },
    { name: 'amount', label: 'Amount' },
    { name: 'asset', label: 'Coin', hint: 'USDT when empty', isOptional: true },
    { name: 'reference', label: 'Number of the transfer', hint: 'Counts once' },
  ];
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
              <ActForm
                act="pools.fund"
                fields={fields(['insurance-fund', 'options-pool', ...names])}
                input={{}}
                label="Ask to fund"
                variant="action"
              />
            </Part>
            <Part title="Take out of a pool">
              <ActForm act="pools.defund" fields={fields(['options-pool', ...names])} input={{}} label="Ask to take out" />
            </Part>
          </>
        }
      >
        <Part title="Stop a network">
          <NetworkActs networks={networks} pauses={pauses} />
        </Part>
        <Notice tone={insurance.includes('MISSING') ? 'warn' : 'info'}>{writeFigures(insurance)}</Notice>
        <Part title="Pools of the real accounts">
          <Pools account="real" pools={pools} />
        </Part>
        <Part title="Hot wallets, as the chains show them">
          <Table
            caption="Hot wallets"
            columns={WALLET_COLUMNS}
            rows={wallets.map(({ network, address, asset, amount }) => ({
              key: `${network} ${asset}`,
              href: hrefOfObject('network', network),
              isLate: amount === null,
              cells: [network, amount === null ? 'not known now' : `${writeAmount(amount)} ${asset}`, address],
            }))}
          />
        </Part>
        <Part title="Chains that are paused">
          <Table
            caption="Paused chains"
            columns={PAUSE_COLUMNS}
            rows={pauses.map(({ network, reason, since }) => ({ key: network, href: null, cells: [network, reason, writeTime(since)] }))}
          />
        </Part>
        <details>
          <summary className="min-h-11 cursor-pointer content-center font-strong">Pools of the demo accounts</summary>
          <Pools account="demo" pools={pools} />
        </details>
        <CsvOf name="Pools" report="pools" />
      </ObjectPage>
    </>
  );
}

import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { CsvOf } from '@/components/console/csv-form';
import { Incidents } from '@/components/console/incidents';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { Table } from '@/components/console/table';
import { writeAmount, writeFigures, writeSpan, writeTime } from '@/components/console/words';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { hrefOfObject } from '@/lib/console/pages';
import { marketEndpoints } from '@/lib/operator/markets';
import { OPERATOR_HALT_REASONS } from '@/lib/protocol/wire';

export const metadata: Metadata = { title: 'Markets and risk' };
const COLUMNS = [
  { name: 'Market' },
  { name: 'State' },
  { name: 'Price', isNumber: true },
  { name: 'Age', isMinor: true },
  { name: 'Mark', isNumber: true, isMinor: true },
  { name: 'Positions', isNumber: true },
  { name: 'Open interest', isNumber: true },
  { name: 'Largest (USDT)', isNumber: true },
  { name: 'Near liquidation', isNumber: true },
  { name: 'Liquidated in a day', isNumber: true },
];

export default async function MarketsPage() {
  const { markets, insurance, incidents } = await ask(marketEndpoints.list, {});
  const [open, halted] = [markets.filter(({ halt }) => halt === null), markets.filter(({ halt }) => halt !== null)];
  const names = (rows: typeof markets) => rows.map(({ market }) => market);
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
                  { name: 'market', label: 'Market', options: names(open) },
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
                  fields={[{ name: 'market', label: 'Market', options: names(halted) }]}
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
                  { name: 'texts', label: 'Texts (JSON)', hint: '{"en": "…"}, and further languages', kind: 'json' },
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
          <Table
            caption="Markets"
            columns={COLUMNS}
            rows={markets.map((row) => ({
              key: row.market,
              href: hrefOfObject('market', row.market),
              isLate: row.halt !== null || row.state !== 'fresh' || row.near > 0,
              cells: [
                <span className="whitespace-nowrap" key="market">
                  {row.market}
                </span>,
                row.halt === null ? row.state : `halted (${row.halt.reason}) since ${writeTime(row.halt.since)}; feed ${row.state}`,
                row.price === null ? '-' : writeAmount(row.price),
                row.ageMs === null ? '-' : writeSpan(row.ageMs),
                row.mark === null ? '-' : writeAmount(row.mark),
                String(row.positions),
                writeAmount(row.openInterest),
                writeAmount(row.largest, 2),
                String(row.near),
                String(row.liquidations),
              ],
            }))}
          />
        </Part>
        <Incidents incidents={incidents} />
        <div>
          <CsvOf name="Markets" report="markets" />
          <CsvOf name="Incidents" report="incidents" />
        </div>
      </ObjectPage>
    </>
  );
}

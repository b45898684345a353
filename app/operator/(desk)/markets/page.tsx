import type { Metadata } from 'next';
import { ActForm } from '@/components/console/act-form';
import { ObjectPage, PageHead, Part } from '@/components/console/parts';
import { writeFigures } from '@/components/console/words';
import { Notice } from '@/components/ui/notice';
import { ask } from '@/lib/console/ask';
import { marketEndpoints } from '@/lib/operator/markets';
import { OPERATOR_HALT_REASONS } from '@/lib/protocol/wire';
import { FirstRows } from '../list-of';

export const metadata: Metadata = { title: 'Markets and risk' };
const MARKETS_MOST = 50;

export default async function MarketsPage() {
  const { insurance, open, halted } = await ask(marketEndpoints.show, {});
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
        <Part title="Largest positions of the real accounts">
          <FirstRows list="positions" />
        </Part>
        <Part title="Liquidations of the real accounts, newest first">
          <FirstRows list="liquidations" />
        </Part>
        <Part title="Incidents, as the status page shows them">
          <FirstRows list="incidents" />
        </Part>
      </ObjectPage>
    </>
  );
}

import { listHalts } from '../modules/halts/halts';
import { readMarketRisk } from '../modules/perpetual/perpetual';
import type { Desk } from './desk';

const NO_RISK = { positions: 0, openInterest: '0', largest: '0', near: 0, liquidations: 0 };

/** Returns every market with what operators halted in it and the risk of its positions. */
export async function readRiskOverview({ db, clock, listMarkets }: Pick<Desk, 'db' | 'clock' | 'listMarkets'>) {
  const looks = listMarkets();
  const risks = await readMarketRisk(db.long, { marks: looks, now: clock.now() });
  const halts = new Map((await listHalts(db.read)).map(({ market, reason, since }) => [market, { reason, since }]));
  return looks.map((look) => ({ ...look, halt: halts.get(look.market) ?? null, ...(risks.get(look.market) ?? NO_RISK) }));
}

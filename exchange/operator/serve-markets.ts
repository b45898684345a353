import { marketEndpoints } from '../../lib/operator/markets';
import { INCIDENTS_MAX } from '../../lib/protocol/status';
import { listHalts } from '../modules/halts/halts';
import { describeInsurance, readMarketRisk } from '../modules/perpetual/perpetual';
import { listIncidents } from '../modules/status/status';
import { serve } from './desk';

const NONE = { positions: 0, openInterest: '0', largest: '0', near: 0, liquidations: 0 };

/** What answers about markets and the risk in them. */
export const MARKETS = [
  serve(marketEndpoints.list, async (_input, { db, clock, listMarkets }) => {
    const looks = listMarkets();
    const risks = await readMarketRisk(db.long, { marks: looks, now: clock.now() });
    const halts = new Map((await listHalts(db.read)).map(({ market, reason, since }) => [market, { reason, since }]));
    return {
      insurance: await describeInsurance(db),
      markets: looks.map((look) => ({ ...look, halt: halts.get(look.market) ?? null, ...(risks.get(look.market) ?? NONE) })),
      incidents: await listIncidents(db.read, { lang: 'en', limit: INCIDENTS_MAX }),
    };
  }),
];

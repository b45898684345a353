import { marketEndpoints } from '../../lib/operator/markets';
import { listHalts } from '../modules/halts/halts';
import { describeInsurance } from '../modules/perpetual/perpetual';
import { serve } from './desk';

/** What answers about acts on markets. */
export const MARKETS = [
  serve(marketEndpoints.show, async (_input, { db, listMarkets }) => {
    const halted = (await listHalts(db.read)).map(({ market }) => market);
    const open = listMarkets().flatMap(({ market }) => (halted.includes(market) ? [] : [market]));
    return { insurance: await describeInsurance(db), open, halted };
  }),
];

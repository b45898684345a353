import 'server-only';
import type { Home } from '../../dto/balances';
import { balanceCard, homeSummary } from '../../protocol/balances';
import { type Caller, callAs } from '../upstream';
import { reshapeHome } from './reshape';

/** Returns the figures of the home screens; money in USDT, rates as fractions. @throws SESSION_REQUIRED */
export async function getHome(caller: Caller): Promise<Home> {
  const [summary, card] = await Promise.all([callAs(caller, homeSummary, {}), callAs(caller, balanceCard, {})]);
  return reshapeHome({ summary, card });
}

import type { DepositOptions } from '../../dto/deposits';
import type { AnswerOf } from '../../protocol/define-call';
import type { depositAddresses } from '../../protocol/deposits';

/** What most people send. */
const FIRST_COIN = 'USDT';
const rank = ({ coin }: { coin: string }) => Number(coin !== FIRST_COIN);

/** Returns the addresses of a user with what most people send before the rest, which stays in its order. */
export function reshapeAddresses(rows: AnswerOf<typeof depositAddresses>): DepositOptions['options'] {
  return rows
    .map(({ id, title, url, coin, network }) => ({ id, coin: coin ?? title, network: network ?? null, address: url }))
    .sort((a, b) => rank(a) - rank(b));
}

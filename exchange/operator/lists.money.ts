import { listReorganisations } from '../modules/deposits/deposits';
import { listCreditedByHand } from './credit-by-hand';
import { readPools } from './house-queries';
import { is, iso, numbered, row, sliced, type Source, within } from './list-pages';
import { readRiskOverview } from './risk-overview';

const isEmpty = (amount: string) => /^[0.]+$/.test(amount);

/** Pools, wallets, chains, credits by hand and markets. */
export const MONEY: Record<'pools' | 'wallets' | 'reorganisations' | 'by-hand' | 'markets', Source> = {
  async pools({ db }, asked) {
    const { accounts, pool: name, coin, state } = asked.filters;
    const pools = (await readPools(db.read)).filter(
      ({ pool, account, asset, free }) =>
        is(accounts, account) && is(name, pool) && is(coin, asset) && (state === undefined || isEmpty(free)),
    );
    return within(
      asked,
      pools.map(({ pool, account, asset, free, reserved, until }) =>
        row(`${pool} ${account} ${asset}`, [pool, account, asset, free, reserved, iso(until)], {
          about: pool,
          isLate: account === 'real' && isEmpty(free),
        }),
      ),
    );
  },
  async wallets({ listWallets }, asked) {
    const wallets = (await listWallets()).filter(({ network }) => is(asked.filters.network, network));
    return within(
      asked,
      wallets.map(({ network, address, asset, amount }) =>
        row(`${network} ${asset}`, [network, asset, amount ?? '', address], { about: network, isLate: amount === null }),
      ),
    );
  },
  reorganisations: ({ db }, asked) =>
    numbered(asked, async (limit) =>
      (await listReorganisations(db.read, { network: asked.filters.network ?? null, after: asked.after, limit })).map(
        ({ id, network, at, from, to, undone, carried, isByOperators }) =>
          row(id, [id, network, iso(at), from, to, undone, carried, isByOperators ? 'two operators' : 'the exchange'], {
            about: network,
            isLate: carried > 0,
          }),
      ),
    ),
  'by-hand': ({ db }, asked) =>
    sliced(asked, async (page) =>
      (await listCreditedByHand(db.read, { user: asked.filters.user ?? null, ...page })).map(
        ({ name, userId, over, asset, amount, at, byHand, proof }) =>
          row(name, [userId, name, iso(at), over, amount, asset, byHand, proof], { about: userId }),
      ),
    ),
  async markets(context, asked) {
    const { market: name, state } = asked.filters;
    const isWanted = ({ halt, state: feed, near }: { halt: unknown; state: string; near: number }) =>
      state === undefined ||
      { fresh: feed === 'fresh', 'not fresh': feed !== 'fresh', halted: halt !== null, 'near liquidation': near > 0 }[state] === true;
    const looks = (await readRiskOverview(context)).filter((look) => is(name, look.market) && isWanted(look));
    return within(
      asked,
      looks.map(({ market, state: feed, halt, price, mark, positions, openInterest, largest, near, liquidations }) =>
        row(
          market,
          [
            market,
            halt === null ? feed : `halted (${halt.reason}) since ${iso(halt.since)}; feed ${feed}`,
            ...[price ?? '', mark ?? '', positions, openInterest, largest, near, liquidations],
          ],
          { isLate: halt !== null || feed !== 'fresh' || near > 0 },
        ),
      ),
    );
  },
};

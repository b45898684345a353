import * as protocol from '../../../lib/protocol/favourites';
import { FAVOURITES_MAX } from '../../../lib/protocol/wire';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import * as repository from './favourites.repository';

type Deps = {
  listMarkets(): readonly { market: string }[];
  hasTraded(tx: Tx, userId: string): Promise<boolean>;
  hasSecondFactor(tx: Tx, userId: string): Promise<boolean>;
};

/** Wires the starred markets of a user, and what is left of the first steps of a newcomer. */
export function createFavouritesModule({ db }: Pick<Platform, 'db'>, deps: Deps) {
  async function change(userId: string, { markets, isOn }: { markets: readonly string[]; isOn: boolean }): Promise<void> {
    const known = new Set(deps.listMarkets().map(({ market }) => market));
    const named = [...new Set(markets)].filter((market) => known.has(market));
    await db.transaction(async (tx) => {
      const before = await repository.lockFavourites(tx, userId);
      const rest = before.filter((market) => !named.includes(market));
      const after = isOn ? [...before, ...named.filter((market) => !before.includes(market))] : rest;
      await repository.putFavourites(tx, userId, after.slice(-FAVOURITES_MAX));
    });
  }
  return {
    name: 'favourites',
    features: ['favourites', 'first-steps'],
    calls: [
      handle(protocol.favourites, (_input, context) => repository.listFavourites(db.read, sessionOf(context).userId)),
      handle(protocol.favouritesChange, async ({ markets, on }, context) => {
        await change(sessionOf(context).userId, { markets: markets.split(','), isOn: on === '1' });
        return 'Changed';
      }),
      handle(protocol.firstSteps, async (_input, context) => {
        const { userId } = sessionOf(context);
        const [traded, starred, isProtected] = await Promise.all([
          deps.hasTraded(db.read, userId),
          repository.listFavourites(db.read, userId),
          deps.hasSecondFactor(db.read, userId),
        ]);
        return { traded, starred: starred.length > 0, is_protected: isProtected };
      }),
    ],
  } satisfies ExchangeModule;
}

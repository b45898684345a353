import { type HolderDeps, LeaseHolder } from '../../platform/lease-holder';

type OwnershipDeps<Rebuilt> = Omit<HolderDeps<Rebuilt>, 'parts' | 'prepare'> & {
  /** Names of leases: a market's, with its kind where that isn't spot. */
  markets: readonly string[];
  /** Reads what a market has in memory from the database. */
  rebuild(market: string): Promise<Rebuilt>;
};

/** Keeps the leases of the markets that this process writes; a market is its own once the books are built. */
export class MarketOwnership<Rebuilt> extends LeaseHolder<Rebuilt> {
  constructor({ markets, rebuild, ...deps }: OwnershipDeps<Rebuilt>) {
    super({ ...deps, parts: markets, prepare: rebuild });
  }
}

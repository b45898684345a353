import 'server-only';
import type { Status } from '../../dto/status';
import { AppError } from '../../errors/app-error';
import type { Locale } from '../../protocol/wire';
import { getFeatures } from '../app/get-features';
import { markets } from '../market/market.endpoints';
import { ask } from '../operation';
import { withPageBudget } from '../page-budget';
import { status } from './status.endpoints';

/** What the exchange says of itself; `untold`: it says nothing of itself, but told prices at `at` (ms); null: it doesn't answer. */
export type StatusFound = { kind: 'told'; status: Status } | { kind: 'untold'; at: number } | null;

/** Returns how the exchange is, as far as it can be known. That it doesn't answer is an outcome, no failure. */
export async function readStatus(locale: Locale): Promise<StatusFound> {
  return withPageBudget(async () => {
    try {
      return { kind: 'told', status: await ask(status, { locale }, null) } as const;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return readUntold();
    }
  }).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
}

/** A backend of the 56 calls has no event stream and no such report: that it answers is known by its prices alone. */
async function readUntold(): Promise<StatusFound> {
  const { features } = await getFeatures();
  if (features.includes('stream')) return null;
  const listed = await ask(markets, {}, null);
  return listed.markets.length === 0 ? null : { kind: 'untold', at: Date.now() };
}

import * as accountApi from '@/lib/api/account';
import { useRead } from '@/lib/query/use-read';

/** Returns what the account shown can spend of an asset, decimal; null while that is unknown, which is not nothing. */
export function useAvailable(asset: string | undefined): string | null {
  const balances = useRead(accountApi.balances, {}).data?.balances;
  if (balances === undefined || asset === undefined) return null;
  return balances.find((balance) => balance.asset === asset)?.available ?? '0';
}

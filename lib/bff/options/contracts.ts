import 'server-only';
import type { z } from 'zod';
import type { BuyContractInput, Contract, Contracts, contractsQuerySchema, Proof } from '../../dto/options';
import { optionProof, placeOption } from '../../protocol/options';
import { optionHistory } from '../../protocol/option-variants';
import { isFullPage, toHistoryFields } from '../pages';
import { type Caller, callAs } from '../upstream';
import { reshapeContract } from './reshape';

/** Buys a seconds contract; the same request id with the same input answers as the first time. @throws the codes of call 29 */
export async function buyContract(caller: Caller, input: BuyContractInput): Promise<{ contract: Contract }> {
  const { order } = await callAs(caller, placeOption, {
    market: input.symbol,
    type: input.direction,
    num: input.stake,
    time: String(input.seconds) as `${BuyContractInput['seconds']}`,
    request_id: input.requestId,
  });
  return { contract: reshapeContract(order) };
}

/** Returns one page of the user's contracts in the session's mode, newest first. */
export async function listContracts(caller: Caller, query: z.infer<typeof contractsQuerySchema>): Promise<Contracts> {
  const rows = await callAs(caller, optionHistory, toHistoryFields('option', query));
  return { contracts: rows.map(reshapeContract), hasMore: isFullPage(rows) };
}

/** Returns a contract of the user with the prints behind its prices. @throws OPTION_NOT_FOUND */
export async function getProof(caller: Caller, { id }: { id: string }): Promise<Proof> {
  const { order, tick, prints } = await callAs(caller, optionProof, { id });
  return { contract: reshapeContract(order), tickSize: tick, prints };
}

import 'server-only';
import * as api from '../../api/options';
import { marketQuerySchema } from '../../dto/market';
import * as dto from '../../dto/options';
import { idSchema } from '../../dto/shared';
import { optionHistory, optionTerms as termsCall } from '../../protocol/option-variants';
import * as calls from '../../protocol/options';
import { serveCall } from '../operation';
import { isFullPage, toHistoryFields } from '../pages';
import { reshapeContract, reshapeTerms } from './reshape';

export const optionTerms = serveCall(api.optionTerms, {
  input: marketQuerySchema,
  output: dto.optionTermsSchema,
  summary: 'Durations, payouts and stakes of seconds contracts',
  call: termsCall,
  fields: ({ symbol }) => ({ market: symbol, type: 'option' }),
  reshape: reshapeTerms,
});

export const contracts = serveCall(api.contracts, {
  input: dto.contractsQuerySchema,
  output: dto.contractsSchema,
  summary: 'Seconds contracts, newest first',
  call: optionHistory,
  fields: (input) => toHistoryFields('option', input),
  reshape: (rows) => ({ contracts: rows.map(reshapeContract), hasMore: isFullPage(rows) }),
});

export const optionProof = serveCall(api.optionProof, {
  input: idSchema,
  output: dto.proofSchema,
  summary: 'The prints that settled a seconds contract',
  call: calls.optionProof,
  fields: ({ id }) => ({ id }),
  reshape: ({ order, tick, prints }) => ({ contract: reshapeContract(order), tickSize: tick, prints }),
});

export const buyContract = serveCall(api.buyContract, {
  input: dto.buyContractInputSchema,
  output: dto.contractAnswerSchema,
  summary: 'Buy a seconds contract',
  call: calls.placeOption,
  fields: ({ symbol, direction, stake, seconds, ratio, requestId }) => ({
    market: symbol,
    type: direction,
    num: stake,
    time: `${seconds}`,
    ratio,
    request_id: requestId,
  }),
  reshape: ({ order }) => ({ contract: reshapeContract(order) }),
});

import 'server-only';
import * as api from '../../api/allowances';
import { allowanceReportSchema, allowancesSchema } from '../../dto/allowances';
import { doneSchema, nothing } from '../../dto/shared';
import * as protocol from '../../protocol/allowances';
import { serveCall } from '../operation';

export const allowances = serveCall(api.allowances, {
  input: nothing,
  output: allowancesSchema,
  summary: "What the account's wallet lets others take of its tokens, as the chain shows it",
  call: protocol.allowances,
  fields: () => ({}),
  reshape: ({ wallet, networks }) => ({
    wallet,
    networks: networks.map(({ network, name, chain_id: chainId, state, complete: isComplete, rows }) => ({
      ...{ network, name, chainId, state, isComplete },
      rows: rows.map(({ coin, contract, spender, ours: isOurs, num: amount }) => ({ coin, contract, spender, isOurs, amount })),
    })),
  }),
});

export const allowanceReport = serveCall(api.allowanceReport, {
  input: allowanceReportSchema,
  output: doneSchema,
  summary: 'Have the exchange look at the chain again for what it may take of a token: nothing is expected',
  call: protocol.reportAllowance,
  fields: ({ coin, amount }) => ({ coin, auth: amount }),
  reshape: () => ({ done: true as const }),
});

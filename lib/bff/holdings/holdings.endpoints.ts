import 'server-only';
import * as api from '../../api/holdings';
import { holdingsSchema } from '../../dto/holdings';
import { nothing } from '../../dto/shared';
import * as protocol from '../../protocol/holdings';
import { serveCall } from '../operation';

export const holdings = serveCall(api.holdings, {
  input: nothing,
  output: holdingsSchema,
  summary: 'What the coins of the account cost',
  call: protocol.holdings,
  fields: () => ({}),
  reshape: (rows) => ({ holdings: rows.map(({ coin, num, cost, profit }) => ({ asset: coin, quantity: num, cost, realised: profit })) }),
});

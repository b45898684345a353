import 'server-only';
import * as api from '../../api/status';
import { statusInputSchema, statusSchema } from '../../dto/status';
import { status as statusCall } from '../../protocol/status';
import { DEFAULT_LOCALE } from '../../protocol/wire';
import { serveCall } from '../operation';

export const status = serveCall(api.status, {
  input: statusInputSchema,
  output: statusSchema,
  summary: 'How the exchange is: what is well now, the newest incidents, and what the chains show beside what members own',
  call: statusCall,
  fields: ({ locale = DEFAULT_LOCALE }) => ({ lang: locale }),
  reshape: ({ reserves = null, wallets = [], ...answer }) => ({ ...answer, reserves, wallets }),
});

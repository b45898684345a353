import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { ConvertTerms } from '../registry/registry';
import { auditConversions } from './convert.audit';
import { converted, smallConverted } from './convert.events';
import { createConvertCalls } from './convert.handlers';
import { CONVERT_CODES, FEES_ACCOUNT } from './convert.postings';
import type { ConvertMarkets } from './convert.pricing';
import { quoteRetention } from './convert.repository';
import { createConvertService } from './convert.service';

type Deps = { markets: ConvertMarkets; readTerms(): ConvertTerms };

/** Wires convert: quotes, their execution, and what the house gives for it. `listPairs` is what call 46 says of it. */
export function createConvertModule(platform: Platform, deps: Deps) {
  const service = createConvertService(platform, deps);
  const { db, events } = platform;
  return {
    name: 'convert',
    features: ['convert'],
    calls: createConvertCalls({ db, events, service, readTerms: deps.readTerms }),
    events: [converted, smallConverted],
    journalCodes: CONVERT_CODES,
    accountFamilies: [`house:${FEES_ACCOUNT}`],
    audits: [{ subject: 'convert', run: auditConversions }],
    retention: [quoteRetention],
    listPairs(): { from: string; to: string }[] {
      const { coins } = service.pricing;
      return coins.flatMap((from) => coins.flatMap((to) => (from === to ? [] : [{ from, to }])));
    },
    service,
  } satisfies ExchangeModule & { listPairs(): { from: string; to: string }[]; service: typeof service };
}

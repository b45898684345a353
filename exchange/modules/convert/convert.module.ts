import { MODES } from '../../../lib/protocol/wire';
import type { ExchangeModule, Worker } from '../../composition/module';
import type { Platform } from '../../platform/app';
import type { ConvertTerms } from '../registry/registry';
import { auditConversions } from './convert.audit';
import { converted, smallConverted } from './convert.events';
import { createConvertCalls } from './convert.handlers';
import { CONVERT_CODES, FEES_ACCOUNT } from './convert.postings';
import type { ConvertMarkets } from './convert.pricing';
import { createDesk, type DeskDoor, type DeskMarkets, ROUND_MS } from './convert.rebalance';
import { quoteRetention } from './convert.repository';
import { createConvertService } from './convert.service';

type Deps = { markets: ConvertMarkets & DeskMarkets; door: DeskDoor; readTerms(): ConvertTerms };

/** Wires convert: quotes, their execution, and what the house gives for it. `listPairs` is what call 46 says of it. */
export function createConvertModule(platform: Platform, deps: Deps) {
  const service = createConvertService(platform, deps);
  const { db, events } = platform;
  const desk = createDesk({ platform, markets: deps.markets, door: deps.door, findSpread: service.pricing.findSpread, modes: MODES });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      await desk.round();
    } catch (error) {
      platform.log.error({ err: error }, 'a round of the convert desk failed, the next one tries again');
    }
  };
  const worker: Worker = {
    phase: 'traders',
    async start() {
      timer = setInterval(() => {
        running = running.then(round);
      }, ROUND_MS);
      timer.unref();
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
  return {
    name: 'convert',
    features: ['convert'],
    calls: createConvertCalls({ db, events, service, readTerms: deps.readTerms }),
    events: [converted, smallConverted],
    journalCodes: CONVERT_CODES,
    accountFamilies: [`house:${FEES_ACCOUNT}`],
    audits: [{ subject: 'convert', run: auditConversions }],
    retention: [quoteRetention],
    workers: [worker],
    listPairs(): { from: string; to: string }[] {
      const coins = service.pricing.listCoins();
      return coins.flatMap((from) => coins.flatMap((to) => (from === to ? [] : [{ from, to }])));
    },
    /** Which coins can be converted, and what amounts are worth by it. */
    leaving: { listConvertible: service.pricing.listCoins, findValue: service.pricing.findValue },
    service,
  } satisfies ExchangeModule & Record<'listPairs' | 'leaving' | 'service', unknown>;
}

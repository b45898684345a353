import * as calls from '../../../lib/protocol/data-export';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { canSeal } from '../../platform/sealing';
import type { StepUp } from '../step-up/step-up';
import { exportReady } from './data-export.events';
import { createExportJob } from './data-export.job';
import { exportRetention } from './data-export.repository';
import { createExportService } from './data-export.service';

/** Wires exports of one's own data: asked for, made by a job, downloaded for a while. */
export function createDataExportModule(platform: Platform, { stepUp }: { stepUp: StepUp }): ExchangeModule {
  const job = createExportJob(platform);
  const service = createExportService({ ...platform, stepUp, job });
  return {
    name: 'data-export',
    features: canSeal(platform.env) ? ['data-export'] : [],
    events: [exportReady],
    jobs: [job],
    retention: [exportRetention],
    calls: [
      handle(calls.dataExport, (_input, context) => service.read(sessionOf(context))),
      handle(calls.dataExportAsk, (_input, context) => service.ask(sessionOf(context))),
      handle(calls.dataExportOpen, (_input, context) => service.open(sessionOf(context))),
      handle(calls.dataExportPart, (input, context) => service.readPart(sessionOf(context), input)),
    ],
  };
}

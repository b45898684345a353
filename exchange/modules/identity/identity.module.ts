import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { canSeal } from '../../platform/sealing';
import type { OwnCodes } from '../accounts/accounts';
import type { FilesService } from '../files/files';
import { identityApproved, identityRejected, identitySubmitted } from './identity.events';
import { createIdentityHandlers } from './identity.handlers';
import { createIdentityJobs } from './identity.jobs';
import { removeOld } from './identity.repository';
import { createIdentityService } from './identity.service';

/** Wires who people are: calls 12 and 13, the reviews that are due, and the end of what was kept long enough. */
export function createIdentityModule(platform: Platform, deps: { codes: OwnCodes; files: FilesService }): ExchangeModule {
  const jobs = createIdentityJobs(platform);
  const service = createIdentityService(platform, { ...deps, jobs });
  return {
    name: 'identity',
    features: canSeal(platform.env) ? ['kyc'] : [],
    calls: createIdentityHandlers(service),
    events: [identitySubmitted, identityApproved, identityRejected],
    jobs: [jobs.approveInSandbox, jobs.watchReview],
    retention: [{ name: 'identity_submissions', keptMs: 0, remove: removeOld }],
  };
}

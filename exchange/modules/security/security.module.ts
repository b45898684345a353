import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { canSeal, createLazySealing } from '../../platform/sealing';
import type { LoginThrottle, SecondFactor } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { securityChanged } from './security.events';
import { createFactors } from './security.factors';
import { attemptRetention } from './security.factors.repository';
import { createSecurityHandlers } from './security.handlers';
import { createFactorWays } from './security.ways';

export type SecurityModule = ExchangeModule & { secondFactor: SecondFactor };

/** Wires what protects an account beside its password: authenticators and recovery codes. Nothing is offered where secrets can't be sealed. */
export function createSecurityModule(platform: Platform, deps: { stepUp: StepUp; throttle: LoginThrottle }): SecurityModule {
  const factors = createFactors({ ...platform, ...deps, sealing: createLazySealing(platform.env) });
  const isOffered = canSeal(platform.env);
  for (const way of isOffered ? createFactorWays(factors) : []) deps.stepUp.offerWay(way);
  return {
    name: 'security',
    features: isOffered ? ['two-factor'] : [],
    calls: isOffered ? createSecurityHandlers({ db: platform.db, factors, stepUp: deps.stepUp }) : [],
    events: [securityChanged],
    retention: [attemptRetention],
    secondFactor: factors,
  };
}

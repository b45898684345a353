import type { ExchangeModule } from '../../composition/module';
import type { Platform } from '../../platform/app';
import { canSeal, createLazySealing } from '../../platform/sealing';
import type { AccountsService, LoginThrottle, SecondFactor } from '../accounts/accounts';
import type { StepUp } from '../step-up/step-up';
import { securityChanged } from './security.events';
import { createFactors } from './security.factors';
import { attemptRetention } from './security.factors.repository';
import { createFactorHandlers, createPasskeyHandlers } from './security.handlers';
import { createPasskeys } from './security.passkeys';
import { createFactorWays, createPasskeyWay } from './security.ways';

export type SecurityModule = ExchangeModule & { secondFactor: SecondFactor };

/** Wires what protects an account beside its password: authenticators and recovery codes. Nothing is offered where secrets can't be sealed. */
export function createSecurityModule(
  platform: Platform,
  deps: { stepUp: StepUp; throttle: LoginThrottle; accounts: AccountsService },
): SecurityModule {
  const factors = createFactors({ ...platform, ...deps, sealing: createLazySealing(platform.env) });
  const passkeys = createPasskeys({ ...platform, ...deps });
  deps.stepUp.offerWay(createPasskeyWay(passkeys));
  const isOffered = canSeal(platform.env);
  for (const way of isOffered ? createFactorWays(factors) : []) deps.stepUp.offerWay(way);
  return {
    name: 'security',
    features: isOffered ? ['passkeys', 'two-factor'] : ['passkeys'],
    calls: [
      ...createPasskeyHandlers({ db: platform.db, factors, passkeys, stepUp: deps.stepUp }),
      ...(isOffered ? createFactorHandlers(factors) : []),
    ],
    events: [securityChanged],
    retention: [attemptRetention],
    secondFactor: { ...factors, isBound: isOffered ? factors.isBound : async () => false, checkPasskey: passkeys.checkSignIn },
  };
}

import { createActs, OPERATOR_ACTS } from '../modules/operators/operators';
import { changeRegistryAct } from '../modules/registry/registry';
import { defundPoolAct, fundPoolAct } from './fund-pool';
import { retryJobAct } from './retry-job';

/** Every act that operators have, through one door. */
export const acts = createActs([...OPERATOR_ACTS, fundPoolAct, defundPoolAct, retryJobAct, changeRegistryAct]);

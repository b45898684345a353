import { createActs, OPERATOR_ACTS } from '../modules/operators/operators';
import { fundPoolAct } from './fund-pool';

/** Every act that operators have, through one door. */
export const acts = createActs([...OPERATOR_ACTS, fundPoolAct]);

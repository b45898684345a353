import type { ObjectKind } from '../../lib/operator/objects';
import { HOUSE } from './object-facts.house';
import { TOLD } from './object-facts.told';
import type { Described, Describe, OperatorContext } from './object-facts.write';

const DESCRIBE: Readonly<Record<ObjectKind, Describe>> = { ...HOUSE, ...TOLD };

/** Returns what an object is, and what can be done about it as it is now; what there is not has no parts. */
export const describeObject = (context: OperatorContext, kind: ObjectKind, id: string): Promise<Described> => DESCRIBE[kind](context, id);

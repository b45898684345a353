import { OBJECT_ACTIONS, type ObjectKind, objectEndpoints } from '../../lib/operator/objects';
import { type ActionName, mayPerform, type LogOf } from '../modules/operators/operators';
import { FEE_PRODUCTS } from '../modules/registry/registry';
import { readTimeline, serve } from './desk';
import { describeObject } from './object-facts';

/** By what else acts name an object: those of a product's fees by the product, and what had no number yet when it was asked for. */
const NAMES: Partial<Record<ObjectKind, (id: string) => Pick<LogOf, 'aliases' | 'made'>>> = {
  entry: (id) => ({ aliases: FEE_PRODUCTS.filter((product) => id === `product ${product}`) }),
  announcement: (id) => ({ made: `announcement ${id}` }),
  presale: (id) => ({ made: `pre-sale ${id}` }),
};

/** What answers about objects that have no queue. */
export const OBJECTS = [
  serve(objectEndpoints.about, async ({ kind, id, ...page }, context) => {
    const { parts, acts, values = {} } = await describeObject(context, kind, id);
    return {
      ...{ parts, values },
      acts: acts.filter((act: ActionName) => mayPerform(context.roles, act)),
      ...(await readTimeline(context.db.read, context, { target: id, acts: OBJECT_ACTIONS[kind], ...NAMES[kind]?.(id), ...page })),
    };
  }),
];

import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, idField, noFields, pageField } from './fields';

const versionField = z.number().int().min(1);
const millis = z.number().int().min(0);

export const assets = defineCall({
  id: 'x.assets',
  number: null,
  method: 'GET',
  path: '/x/assets',
  access: 'public',
  request: noFields,
  answer: z.object({
    assets: z.array(
      z.object({
        coin: coinField,
        version: versionField,
        name: z.string(),
        scale: z.number().int().min(0).max(18),
        icon: z.string(),
        aliases: z.array(z.string()),
      }),
    ),
    networks: z.array(
      z.object({
        network: z.string(),
        version: versionField,
        name: z.string(),
        chain: z.string(),
        assets: z.array(coinField),
        confirmations: z.number().int().min(1),
        explorer: z.string().nullable(),
      }),
    ),
  }),
  errors: [],
  source:
    'ours; the assets of the ledger with their decimals, and the networks of the registry. A network that is listed need not be offered yet.',
});

export const registryChanges = defineCall({
  id: 'x.registryChanges',
  number: null,
  method: 'GET',
  path: '/x/registry-changes',
  access: 'public',
  request: z.object({ page: pageField.optional() }),
  answer: z.array(
    z.object({
      id: idField,
      kind: z.enum(['asset', 'network', 'market', 'product']),
      code: z.string(),
      version: versionField,
      effective: millis,
      announced: millis,
      note: z.string(),
      terms: z.string(),
    }),
  ),
  errors: [],
  source:
    'ours; the public change log of assets, networks, markets and products, newest first. `announced` and `effective` in ms (0: from the beginning); `terms` is JSON.',
});

import { z } from 'zod';
import { defineEndpoint } from './define';
import { logLine, operatorRequest } from './requests';

/** Objects whose page is what operators did about them, and how the names of their acts begin. */
export const OBJECT_ACTS = { market: 'markets.', network: 'networks.', pool: 'pools.', job: 'jobs.', event: 'events.' } as const;
export type ObjectKind = keyof typeof OBJECT_ACTS;
export const OBJECT_KINDS = Object.keys(OBJECT_ACTS) as [ObjectKind, ...ObjectKind[]];
const OBJECT_ID_LENGTH_MAX = 120;

export const objectEndpoints = {
  /** What waits about an object and what operators did, newest first. */
  about: defineEndpoint({
    name: 'objects.about',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: z.strictObject({ kind: z.enum(OBJECT_KINDS), id: z.string().min(1).max(OBJECT_ID_LENGTH_MAX) }),
    output: z.strictObject({ requests: z.array(operatorRequest), log: z.array(logLine) }),
  }),
};

import { z } from 'zod';
import { defineEndpoint } from './define';
import { timelineInput, timelineOutput } from './requests';

/** Objects whose page is what they are and what operators did about them, and how the names of their acts begin. An entry is one of the registry, such as `product spot`. */
export const OBJECT_ACTIONS = {
  market: ['markets.'],
  network: ['networks.'],
  pool: ['pools.'],
  job: ['jobs.'],
  row: ['rows.'],
  event: ['events.'],
  consumer: ['events.give-up'],
  entry: ['registry.', 'fees.'],
  announcement: ['announcements.', 'fees.'],
  presale: ['presale.'],
  incident: ['incidents.'],
  help: ['help.'],
} as const satisfies Record<string, readonly string[]>;
export type ObjectKind = keyof typeof OBJECT_ACTIONS;
export const OBJECT_KINDS = Object.keys(OBJECT_ACTIONS) as [ObjectKind, ...ObjectKind[]];
const OBJECT_ID_LENGTH_MAX = 120;
const PARTS_MAX = 60;
/** What a form begins with: the terms of an entry. */
const VALUE_MAX = 20_000;

export const objectEndpoints = {
  /**
   * What an object is, part by part, each with its facts; what who asks can do about it as it is now, by the names of actions, and what their forms begin with; what
   * waits about it, and what operators did.
   */
  about: defineEndpoint({
    name: 'objects.about',
    access: 'session',
    permission: 'requests.read',
    writes: [],
    input: z.strictObject({
      kind: z.enum(OBJECT_KINDS),
      id: z
        .string()
        .min(1)
        .max(OBJECT_ID_LENGTH_MAX)
        .refine((id) => !id.includes('\0')),
      ...timelineInput,
    }),
    output: z.strictObject({
      parts: z.array(z.strictObject({ title: z.string(), facts: z.array(z.tuple([z.string(), z.string()])) })).max(PARTS_MAX),
      acts: z.array(z.string()).max(PARTS_MAX),
      values: z.record(z.string(), z.string().max(VALUE_MAX)),
      ...timelineOutput,
    }),
  }),
};
export type ObjectPart = z.infer<typeof objectEndpoints.about.output>['parts'][number];

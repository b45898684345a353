import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, noFields } from './fields';

const helpId = z
  .string()
  .max(60)
  .regex(/^[a-z]+\.[a-z0-9-]+$/)
  .meta({ examples: ['rules.5'] });

export const links = defineCall({
  id: 'help.links',
  number: 54,
  method: 'GET',
  path: '/api/lianjie',
  access: 'public',
  carrier: 'url',
  request: noFields,
  answer: z.string().max(300),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'legacy-api #54; the address of EXTERNAL_LINK, FEATURE_NOT_OFFERED where the operator set none',
});

export const helpPages = defineCall({
  id: 'help.pages',
  number: 55,
  method: 'GET',
  path: '/page/help',
  access: 'public',
  request: z.object({ id: helpId.optional(), lang: z.string().max(10).optional() }),
  answer: z.array(z.object({ id: helpId, title: z.string().max(200), text: z.string().max(20_000) })).max(200),
  errors: [],
  source:
    'legacy-api #55; ids are faq.<entry>, page.<article>, rules.<1 to 6> and glossary.<term>. English unless `lang` names another language; an id that is none is answered by an empty list.',
});

export const helpChanges = defineCall({
  id: 'x.helpChanges',
  number: null,
  method: 'GET',
  path: '/x/help-changes',
  access: 'public',
  request: z.object({ lang: z.string().max(10).optional() }),
  answer: z
    .array(z.object({ entry: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/), question: z.string().max(200), answer: z.string().max(2_000) }))
    .max(200),
  errors: [],
  source:
    "ours; entries of the FAQ that operators changed in a language (English unless `lang` names another one), with their figures' places; the rest is shown as it ships",
});

const range = z.object({ min: decimalField, max: decimalField });

export const fees = defineCall({
  id: 'x.fees',
  number: null,
  method: 'GET',
  path: '/x/fees',
  access: 'public',
  request: noFields,
  answer: z.object({
    withdrawal: z.object({ rate: decimalField }).nullable(),
    convert: z.object({ rate: decimalField, spread: decimalField }).nullable(),
    /** Fractions a day, by product. A day overdue costs as much again. */
    loan: range.nullable(),
    /** Fractions of gains, and of what is taken out early, by plan. */
    hosting: z.object({ gain: range, exit: range }).nullable(),
  }),
  errors: [],
  source: 'ours; what is charged beside trading, read from the terms in force; null: not offered. Staking and the pre-sale have no fee',
});

export const rewardTerms = defineCall({
  id: 'x.rewardTerms',
  number: null,
  method: 'GET',
  path: '/x/reward-terms',
  access: 'public',
  request: noFields,
  answer: z.object({
    /** Levels from the first on, in USDT; `reward` is null for a claim, `extraRate` a fraction. */
    vip: z
      .object({
        levels: z.array(z.object({ recharge: decimalField, reward: decimalField.nullable(), extraRate: decimalField })).max(20),
        keepMin: decimalField,
        keepDays: z.number().int(),
      })
      .nullable(),
    invitation: z
      .object({
        netMin: decimalField,
        keptDays: z.number().int(),
        shareRate: decimalField,
        eachMax: decimalField,
        dayMax: decimalField.optional(),
      })
      .nullable(),
  }),
  errors: [],
  source: 'ours; what memberships and invitations bring by the terms in force; null: not offered',
});

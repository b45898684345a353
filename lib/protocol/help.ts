import { z } from 'zod';
import { defineCall } from './define-call';
import { noFields } from './fields';

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

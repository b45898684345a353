import { z } from 'zod';
import { EXPORT_ROWS_MAX, EXPORT_SECTIONS_MAX } from '../rules/data-export';
import { defineCall } from './define-call';
import { idField, millisField, noFields, wholeNumberField } from './fields';

const sectionField = z.string().regex(/^[a-z]{1,20}(-[a-z]{1,20}){0,3}$/);
const columnField = z.string().regex(/^[a-z_]{1,40}$/);
const state = z.object({
  id: idField.nullable(),
  asked: millisField.nullable(),
  ready: millisField.nullable(),
  /** Until when it can be downloaded. */
  until: millisField.nullable(),
  /** Until when the device that asks can download it without another confirmation. */
  open_until: millisField.nullable(),
  /** When the next one may be asked for. */
  next: millisField.nullable(),
  sections: z
    .array(
      z.object({
        section: sectionField,
        columns: z.array(columnField).max(40),
        first: z.number().int(),
        parts: z.number().int(),
        rows: z.number().int(),
      }),
    )
    .max(EXPORT_SECTIONS_MAX),
});

export const dataExport = defineCall({
  id: 'x.dataExport',
  number: null,
  method: 'GET',
  path: '/x/data-export',
  request: noFields,
  answer: state,
  errors: ['SESSION_REQUIRED'],
  source: 'ours; the newest export of the own data that can still be had or is being made; sections only of one that is ready',
});

export const dataExportAsk = defineCall({
  id: 'x.dataExportAsk',
  number: null,
  method: 'POST',
  path: '/x/data-export-ask',
  effect: 'write',
  request: noFields,
  answer: state,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'EXPORT_LATER', 'FEATURE_NOT_OFFERED'],
  source: 'ours; has an export made, one in 24 hours',
});

export const dataExportOpen = defineCall({
  id: 'x.dataExportOpen',
  number: null,
  method: 'POST',
  path: '/x/data-export-open',
  effect: 'write',
  request: noFields,
  answer: state,
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  source: 'ours; lets the device that confirms it download the own export for an hour',
});

export const dataExportPart = defineCall({
  id: 'x.dataExportPart',
  number: null,
  method: 'GET',
  path: '/x/data-export-part',
  request: z.object({ id: idField, part: wholeNumberField({ min: 0, max: 10_000_000 }) }),
  answer: z.object({ section: sectionField, rows: z.array(z.array(z.string().nullable()).max(40)).max(EXPORT_ROWS_MAX) }),
  errors: ['SESSION_REQUIRED', 'STEP_UP_REQUIRED', 'NOT_FOUND'],
  source: "ours; one part of the own export that is ready, for the device that opened it; another's is none",
});

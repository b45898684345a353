import 'server-only';
import * as api from '../../api/data-export';
import { type DataExport, dataExportSchema } from '../../dto/data-export';
import { nothing } from '../../dto/shared';
import * as calls from '../../protocol/data-export';
import type { AnswerOf } from '../../protocol/define-call';
import { serveCall } from '../operation';
import { toIsoOrNull } from '../upstream';

function toState({ id, asked, ready, until, next, sections }: AnswerOf<typeof calls.dataExport>): DataExport {
  return {
    state: id === null ? 'none' : ready === null ? 'making' : 'ready',
    askedAt: toIsoOrNull(asked),
    until: toIsoOrNull(until),
    nextAt: toIsoOrNull(next),
    rows: sections.reduce((sum, { rows }) => sum + rows, 0),
  };
}

export const dataExport = serveCall(api.dataExport, {
  input: nothing,
  output: dataExportSchema,
  summary: 'The newest export of the own data',
  call: calls.dataExport,
  fields: () => ({}),
  reshape: toState,
});

export const dataExportAsk = serveCall(api.dataExportAsk, {
  input: nothing,
  output: dataExportSchema,
  summary: 'Have an export of the own data made, one in 24 hours; to be confirmed',
  call: calls.dataExportAsk,
  fields: () => ({}),
  reshape: toState,
});

export const dataExportOpen = serveCall(api.dataExportOpen, {
  input: nothing,
  output: dataExportSchema,
  summary: 'Let this device download the export of the own data for an hour; to be confirmed',
  call: calls.dataExportOpen,
  fields: () => ({}),
  reshape: toState,
});

import type { dataExportSchema } from '../dto/data-export';
import type { nothing } from '../dto/shared';
import type { MemberRead, MemberWrite } from './define';

/** Export of one's own data. */
export const dataExport: MemberRead<typeof nothing, typeof dataExportSchema> = {
  id: 'dataExport',
  method: 'GET',
  access: 'member',
  path: '/api/account/export',
  topic: 'dataExport',
  fresh: 'own',
};
/** Lets this device download it, once that is confirmed. */
export const dataExportOpen: MemberWrite<typeof nothing, typeof dataExportSchema> = {
  id: 'dataExportOpen',
  method: 'POST',
  access: 'member',
  path: '/api/account/export-open',
  makesStale: ['dataExport'],
};
export const dataExportAsk: MemberWrite<typeof nothing, typeof dataExportSchema> = {
  id: 'dataExportAsk',
  method: 'POST',
  access: 'member',
  path: '/api/account/export',
  makesStale: ['dataExport'],
};

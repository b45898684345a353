import { accountEndpoints } from './account-endpoints';
import { appEndpoints } from './app-endpoints';
import { riskLimitsEndpoints } from './risk-limits-endpoints';
import { marketEndpoints } from './market-endpoints';
import { optionsEndpoints } from './options-endpoints';
import { perpetualEndpoints } from './perpetual-endpoints';
import { requestEndpoints } from './request-endpoints';
import { sessionEndpoints } from './session-endpoints';
import { spotEndpoints } from './spot-endpoints';

/** Every JSON endpoint of the app, by id. The event stream and this document's own address are described in `openapi.ts`. */
export const endpoints = {
  ...sessionEndpoints,
  ...marketEndpoints,
  ...accountEndpoints,
  ...spotEndpoints,
  ...optionsEndpoints,
  ...riskLimitsEndpoints,
  ...perpetualEndpoints,
  ...requestEndpoints,
  ...appEndpoints,
} as const;

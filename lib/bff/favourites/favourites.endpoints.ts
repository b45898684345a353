import 'server-only';
import * as api from '../../api/favourites';
import * as dto from '../../dto/favourites';
import { nothing } from '../../dto/shared';
import * as protocol from '../../protocol/favourites';
import { serveCall } from '../operation';

export const favourites = serveCall(api.favourites, {
  input: nothing,
  output: dto.favouritesSchema,
  summary: 'Starred markets of the user',
  call: protocol.favourites,
  fields: () => ({}),
  reshape: (markets) => ({ markets }),
});

export const favouritesChange = serveCall(api.favouritesChange, {
  input: dto.favouritesChangeInputSchema,
  output: dto.favouritesChangedSchema,
  summary: 'Star markets or take their stars away',
  call: protocol.favouritesChange,
  fields: ({ markets, isOn }) => ({ markets: markets.join(','), on: isOn ? '1' : '0' }),
  reshape: () => ({ done: true as const }),
});

export const firstSteps = serveCall(api.firstSteps, {
  input: nothing,
  output: dto.firstStepsSchema,
  summary: 'What a newcomer has done already',
  call: protocol.firstSteps,
  fields: () => ({}),
  reshape: ({ traded, starred, is_protected: isProtected }) => ({ hasTraded: traded, hasFavourite: starred, isProtected }),
});

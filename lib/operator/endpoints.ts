import type { OperatorEndpoint } from './define';
import { commandEndpoints } from './commands';
import { marketEndpoints } from './markets';
import { helpEndpoints } from './help';
import { houseEndpoints } from './house';
import { listEndpoints } from './lists';
import { objectEndpoints } from './objects';
import { queueEndpoints } from './queues';
import { reportEndpoints } from './reports';
import { requestEndpoints } from './requests';
import { signInEndpoints } from './sign-in';
import { supportEndpoints } from './support';
import { sweepEndpoints } from './sweeps';
import { userEndpoints } from './users';
import { withdrawalEndpoints } from './withdrawals';

/** Every endpoint of the operators' surface that is no action; each action of the matrix has one more, `acts.<name>`. */
export const OPERATOR_ENDPOINTS: readonly OperatorEndpoint[] = [
  signInEndpoints,
  requestEndpoints,
  withdrawalEndpoints,
  queueEndpoints,
  supportEndpoints,
  sweepEndpoints,
  houseEndpoints,
  helpEndpoints,
  marketEndpoints,
  listEndpoints,
  objectEndpoints,
  userEndpoints,
  reportEndpoints,
  commandEndpoints,
].flatMap((group) => Object.values(group) as OperatorEndpoint[]);

/** Where an action is asked for. */
export const actionEndpointName = (act: string) => `acts.${act}`;

import {
  depositAddresses,
  deposits,
  findDeposit,
  networks as networksCall,
  outsideWallet,
  outsideWalletSend,
} from '../../../lib/protocol/deposits';
import { PAGE_SIZE } from '../../../lib/protocol/wire';
import { handle, type RegisteredCall, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { offsetOf } from '../../platform/offset-pages';
import { listPauses, type Networks } from '../networks/networks';
import { createFinder } from './deposits.finding';
import { createOutsideWallets } from './deposits.outside';
import { listCursors, listDeposits } from './deposits.repository';
import { showDeposit } from './deposits.showing';

type Deps = Pick<Platform, 'db' | 'clock' | 'env'> & { networks: Networks };

/** Answers the calls about deposits. */
export function createDepositsHandlers({ db, clock, env, networks }: Deps): RegisteredCall[] {
  const finder = createFinder({ db, clock, env, networks });
  const outside = createOutsideWallets({ db, networks });
  /** Money from a chain is real, and so is what is sent to it. @throws REAL_ACCOUNT_ONLY on the demo account */
  const realUserOf = (context: Parameters<typeof sessionOf>[0]): string => {
    const { userId, mode } = sessionOf(context);
    if (mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
    return userId;
  };
  const sandboxUserOf = (context: Parameters<typeof sessionOf>[0]): string => {
    if (!env.sandbox) throw new DomainError('FEATURE_NOT_OFFERED');
    return realUserOf(context);
  };
  return [
    handle(networksCall, async () => {
      const pauses = new Map((await listPauses(db.read, 'crediting')).map(({ network, reason, since }) => [network, { reason, since }]));
      return networks.list().map(({ code, name, assets, confirmations, explorer, isOffered }) => ({
        network: code,
        name,
        coins: [...assets],
        confirmations,
        block_seconds: isOffered ? networks.chainOf(code).blockMs / 1_000 : 0,
        offered: isOffered,
        paused: pauses.get(code) ?? null,
        explorer,
      }));
    }),
    handle(depositAddresses, async (_, context) => {
      const userId = realUserOf(context);
      const watched = await listCursors(db.read);
      const options = [];
      for (const { id, title, network, coin } of networks.listOptions()) {
        // What arrived before a chain was first looked at would not be seen.
        if (networks.sandboxOf(network) === null && !watched.has(network)) continue;
        options.push({ id, title, network, coin, url: await networks.getDepositAddress(db.read, { network, userId }) });
      }
      return options;
    }),
    handle(deposits, async ({ page, id }, context) => {
      const { userId } = sessionOf(context);
      const rows = await listDeposits(db.read, {
        userId,
        id: id ?? null,
        limit: PAGE_SIZE,
        offset: offsetOf(Number(page ?? '1')),
      });
      const cursors = await listCursors(db.read);
      return rows.map((row) => showDeposit(row, { networks, clock, cursors }));
    }),
    handle(findDeposit, ({ hash }, context) => finder.find({ userId: sessionOf(context).userId, hash })),
    handle(outsideWallet, (_, context) => outside.show(sandboxUserOf(context))),
    handle(outsideWalletSend, async (input, context) => {
      const userId = sandboxUserOf(context);
      const { network, address_network: addressNetwork, coin, num: amount, request_id: requestId } = input;
      const hash = await outside.send({ userId, network, addressNetwork, coin, amount, requestId });
      return { network, hash };
    }),
  ];
}

import { ALLOWANCES_MAX, allowances, reportAllowance } from '../../../lib/protocol/allowances';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { ExchangeModule } from '../../composition/module';
import { handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import { type Allowance, ChainUnavailable, createQuestions, type Network, type Networks, toMatchKey } from '../networks/networks';
import { showAllowance } from './allowances';
import { findWallet, keepShown } from './allowances.repository';

type Shown = AnswerOf<typeof allowances>['networks'][number];
type Owner = { userId: string; wallet: string };
/** The one network with allowances that wallets of people can be asked for. */
const NETWORK = 'ERC20';

/**
 * Wires allowances: what the wallet of an account lets others take of its tokens, read from the chain. Nothing here asks a wallet for one, and no
 * money moves.
 */
export function createAllowancesModule({ db, clock, env }: Pick<Platform, 'db' | 'clock' | 'env'>, { networks }: { networks: Networks }) {
  const questions = createQuestions({ clock, env });
  const listNetworks = () => networks.list().filter(({ code, isOffered }) => code === NETWORK && isOffered);

  async function isOurs(network: string, { spender }: Allowance): Promise<boolean> {
    const own = await networks.isOwnAddress(db.read, { network, address: spender });
    return own === 'hot_wallet' || own === 'deposit_address';
  }

  /** What the chain shows of one wallet; what is for our own addresses is kept. @throws ChainUnavailable */
  async function read({ code: network, name }: Network, { userId, wallet }: Owner, isEverybody: boolean): Promise<Shown> {
    const { evm } = networks.chainOf(network);
    const shown = { network, name, chain_id: null, rows: [] };
    if (evm === null) return { ...shown, state: 'simulated', complete: true };
    const hot = networks.hotAddressOf(network);
    const { rows, isComplete } = await evm.readAllowances({ owner: wallet, spenders: hot === null ? [] : [hot], isEverybody });
    const judged = await Promise.all(rows.map(async (row) => ({ ...row, isOurs: await isOurs(network, row) })));
    const own = new Map<string, bigint>();
    for (const { asset, amount } of judged.filter((row) => row.isOurs)) own.set(asset, (own.get(asset) ?? 0n) + amount);
    const shownAt = clock.now();
    await keepShown(
      db.read,
      [...own].map(([asset, amount]) => ({ userId, network, asset, owner: wallet, amount, shownAt })),
    );
    const told = judged.filter((row) => row.isOurs || row.amount > 0n).slice(0, ALLOWANCES_MAX);
    return {
      ...shown,
      chain_id: evm.chainId,
      state: 'read',
      complete: isComplete,
      rows: told.map(({ asset: coin, contract, spender, amount, isOurs: ours }) => ({
        ...{ coin, contract, spender, ours },
        num: showAllowance(amount),
      })),
    };
  }

  async function show(owner: Owner): Promise<Shown[]> {
    return Promise.all(
      listNetworks().map(async (network) => {
        try {
          return await read(network, owner, true);
        } catch (error) {
          if (!(error instanceof ChainUnavailable)) throw error;
          return { network: network.code, name: network.name, chain_id: null, state: 'silent' as const, complete: false, rows: [] };
        }
      }),
    );
  }

  /** Looks again at what our own addresses may take of a coin. @throws ASSET_UNKNOWN, NETWORK_PAUSED, RATE_LIMITED */
  async function look(userId: string, coin: string): Promise<string> {
    const [network] = listNetworks().filter(({ assets }) => assets.includes(coin));
    if (network === undefined) throw new DomainError('ASSET_UNKNOWN');
    const wallet = await findWallet(db.read, userId);
    if (wallet === null) return 'No wallet opens this account: nothing can be taken';
    try {
      const { rows } = await questions.ask(userId, () => read(network, { userId, wallet }, false));
      const own = rows.filter((row) => row.coin === coin && row.ours);
      const isAny = own.some(({ num }) => num !== '0');
      const amounts = own.map(({ num, spender }) => `${num ?? 'any amount of'} ${coin} by ${toMatchKey(spender)}`).join(', ');
      return isAny ? `The chain shows that this may be taken: ${amounts}` : `The chain shows that the exchange may take 0 ${coin}`;
    } catch (error) {
      throw error instanceof ChainUnavailable ? new DomainError('NETWORK_PAUSED') : error;
    }
  }

  return {
    name: 'allowances',
    features: ['allowances'],
    calls: [
      handle(reportAllowance, ({ coin }, context) => look(sessionOf(context).userId, coin)),
      handle(allowances, async (_input, context) => {
        const { userId } = sessionOf(context);
        const wallet = await findWallet(db.read, userId);
        if (wallet === null) return { wallet, networks: [] };
        return { wallet, networks: await questions.ask(userId, () => show({ userId, wallet })) };
      }),
    ],
  } satisfies ExchangeModule;
}

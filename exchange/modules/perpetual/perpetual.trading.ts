import type { BookWire } from '../../../lib/protocol/markets';
import type { Mode } from '../../../lib/protocol/wire';
import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import {
  type AmendInput,
  answerOf,
  type Caller,
  createUserCommand,
  createSharedMarkets,
  findMarketOf,
  type Outcome,
  toRowId,
} from '../matching/matching';
import type { AmendAnswer, Answer, UserCommand, OrderAnswer, PlaceAnswer, PlaceInput, PositionAnswer } from './perpetual.commands';
import { commandMessage, toCommandMessage } from './perpetual.messages';
import { bookOf } from './perpetual.needs';
import { checkShape } from './perpetual.place';
import { findOpenPositions } from './perpetual.positions.repository';
import { PERPETUAL_ORDERS } from './perpetual.repository';
import { leaseOf } from './perpetual.leases';
import type { PerpetualState } from './perpetual.state';

type PositionKey = { positionId: string; requestId: string };

/** What members and the house ask for, wherever the market is written. */
export type PerpetualTrading = {
  /** `isLimited` false leaves consent, test, breaks and limits out: for the house's own account. */
  placeOrder(caller: Caller, input: PlaceInput, isLimited?: boolean): Promise<PlaceAnswer>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<OrderAnswer>;
  /** Changes price or total quantity of a resting order. */
  amendOrder(caller: Caller, input: AmendInput): Promise<AmendAnswer>;
  /** Closes a position at the market; `quantity` null: all of it. */
  closePosition(caller: Caller, input: PositionKey & { quantity: string | null }): Promise<OrderAnswer>;
  /** `amount` in USDT units; below zero takes margin out. */
  changeMargin(caller: Caller, input: PositionKey & { amount: bigint }): Promise<PositionAnswer>;
  changeLeverage(caller: Caller, input: PositionKey & { leverage: number }): Promise<PositionAnswer>;
  changeTriggers(caller: Caller, input: PositionKey & { takeProfit: string | null; stopLoss: string | null }): Promise<PositionAnswer>;
};

type TradingDeps = {
  platform: Platform;
  state: PerpetualState;
  processId: string;
  markets: readonly string[];
  submit(command: UserCommand): Promise<Outcome<Answer>>;
  /** Returns a book that this process writes. */
  readBook(market: string, mode: Mode): Promise<BookWire>;
};

/** Makes commands of what is asked for and has each done by the process that writes its market. */
export function createTrading({ platform, state, processId, markets, readBook, submit: submitHere }: TradingDeps) {
  const { db } = platform;
  const shared = createSharedMarkets<UserCommand, Answer>({
    platform,
    name: 'perpetual',
    processId,
    markets,
    leaseOf,
    isHere: (lease) => state.epochs.has(lease),
    schema: commandMessage,
    encode: toCommandMessage,
    submit: submitHere,
    readBook,
  });

  const submit = async <A extends Answer>(market: string | null, command: UserCommand) =>
    answerOf(await shared.route(market, command)) as A;
  const ofPosition = (caller: Caller, { positionId, requestId, ...rest }: PositionKey) => ({
    ...createUserCommand(caller, requestId, { positionId, ...rest }),
    positionId: toRowId(positionId, 'POSITION_NOT_FOUND'),
  });
  const submitToOrder = async <A extends Answer>(command: Extract<UserCommand, { kind: 'cancel' | 'amend' }>) => {
    const findElsewhere = () => findMarketOf(db.read, PERPETUAL_ORDERS, { ...command.caller, id: command.orderId });
    return submit<A>(bookOf(state, command)?.terms.symbol ?? (await shared.locate(findElsewhere)), command);
  };
  const submitToPosition = async <A extends Answer>(command: Exclude<UserCommand, { kind: 'place' | 'cancel' | 'amend' }>) => {
    const { positionId, owner, caller } = command;
    const findElsewhere = async () => {
      const found = (await findOpenPositions(db.read, [positionId])).get(positionId);
      return found?.owner === owner && found.mode === caller.mode ? found.market : null;
    };
    return submit<A>(bookOf(state, command)?.terms.symbol ?? (await shared.locate(findElsewhere)), command);
  };

  const trading: PerpetualTrading = {
    async placeOrder(caller, input, isLimited = true) {
      if (!markets.includes(input.market)) throw new DomainError('MARKET_UNKNOWN');
      checkShape(input);
      const { requestId, ...rest } = input;
      return submit<PlaceAnswer>(input.market, { kind: 'place', input, isLimited, ...createUserCommand(caller, requestId, rest) });
    },
    async cancelOrder(caller, { orderId, requestId }) {
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      return submitToOrder<OrderAnswer>({ kind: 'cancel', orderId: id, ...createUserCommand(caller, requestId, { orderId }) });
    },
    async amendOrder(caller, { orderId, price, quantity, exits, requestId }) {
      if (price === null && quantity === null && exits === undefined)
        throw new DomainError('REQUEST_INVALID', { params: { field: 'price' } });
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      const asked = createUserCommand(caller, requestId, { orderId, price, quantity, ...(exits && { exits }) });
      return submitToOrder<AmendAnswer>({ kind: 'amend', orderId: id, price, quantity, ...(exits && { exits }), ...asked });
    },
    async closePosition(caller, input) {
      const { quantity } = input;
      if (quantity !== null && (toScaled(quantity, PERPETUAL_SCALE) ?? 0n) <= 0n) throw new DomainError('ORDER_QUANTITY_INVALID');
      return submitToPosition<OrderAnswer>({ kind: 'close', ...ofPosition(caller, input), quantity });
    },
    async changeMargin(caller, input) {
      return submitToPosition<PositionAnswer>({ kind: 'margin', ...ofPosition(caller, input), amount: input.amount });
    },
    async changeLeverage(caller, input) {
      return submitToPosition<PositionAnswer>({ kind: 'leverage', ...ofPosition(caller, input), leverage: input.leverage });
    },
    async changeTriggers(caller, input) {
      const { takeProfit, stopLoss } = input;
      return submitToPosition<PositionAnswer>({ kind: 'triggers', ...ofPosition(caller, input), takeProfit, stopLoss });
    },
  };
  return { shared, trading };
}

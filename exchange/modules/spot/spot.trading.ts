import type { BookWire } from '../../../lib/protocol/markets';
import type { Mode } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import { DomainError } from '../../platform/domain-error';
import {
  type AmendInput,
  answerOf,
  type Caller,
  createUserCommand,
  createSharedMarkets,
  findMarketOf,
  type MarketTerms,
  type Outcome,
  toRowId,
} from '../matching/matching';
import type { AmendAnswer, Answer, UserCommand, CancelAnswer, PlaceAnswer, PlaceInput } from './spot.commands';
import { commandMessage } from './spot.messages';
import { SPOT_ORDERS } from './spot.repository';
import { checkShape } from './spot.shape';
import type { SpotState } from './spot.state';

/** What members and the house ask for, wherever the market is written. */
export type SpotTrading = {
  placeOrder(caller: Caller, input: PlaceInput): Promise<PlaceAnswer>;
  cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<CancelAnswer>;
  /** Changes price or total quantity of an order that rests or waits, its stop price, or the exits of a purchase. */
  amendOrder(caller: Caller, input: AmendInput & { stop?: string | null }): Promise<AmendAnswer>;
};

type TradingDeps = {
  platform: Platform;
  state: SpotState;
  processId: string;
  terms: ReadonlyMap<string, MarketTerms>;
  submit(command: UserCommand): Promise<Outcome<Answer>>;
  /** Returns a book that this process writes. */
  readBook(market: string, mode: Mode): Promise<BookWire>;
};

/** Makes commands of what is asked for and has each done by the process that writes its market. */
export function createTrading({ platform, state, processId, terms, readBook, submit: submitHere }: TradingDeps) {
  const { db } = platform;
  const shared = createSharedMarkets<UserCommand, Answer>({
    platform,
    name: 'spot',
    processId,
    markets: [...terms.keys()],
    leaseOf: (market) => market,
    isHere: (market) => state.epochs.has(market),
    schema: commandMessage,
    submit: submitHere,
    readBook,
  });
  const submit = async <A extends Answer>(market: string | null, command: UserCommand) =>
    answerOf(await shared.route(market, command)) as A;
  /** Nothing is waited for where the market is known: commands stand in the queue as they were sent. */
  const submitToOrder = async <A extends Answer>(command: Extract<UserCommand, { kind: 'cancel' | 'amend' }>) => {
    const findElsewhere = () => findMarketOf(db.read, SPOT_ORDERS, { ...command.caller, id: command.orderId });
    return submit<A>(state.findAny(command.orderId)?.entry.terms.symbol ?? (await shared.locate(findElsewhere)), command);
  };
  const trading: SpotTrading = {
    async placeOrder(caller, input) {
      if (!terms.has(input.market)) throw new DomainError('MARKET_UNKNOWN');
      checkShape(input);
      const { requestId, ...rest } = input;
      return submit<PlaceAnswer>(input.market, { kind: 'place', input, ...createUserCommand(caller, requestId, rest) });
    },
    async cancelOrder(caller, { orderId, requestId }) {
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      return submitToOrder<CancelAnswer>({ kind: 'cancel', orderId: id, ...createUserCommand(caller, requestId, { orderId }) });
    },
    async amendOrder(caller, { orderId, price, quantity, stop = null, exits, requestId }) {
      if (price === null && quantity === null && stop === null && exits === undefined)
        throw new DomainError('REQUEST_INVALID', { params: { field: 'price' } });
      const id = toRowId(orderId, 'ORDER_NOT_FOUND');
      const asked = createUserCommand(caller, requestId, {
        orderId,
        price,
        quantity,
        ...(stop === null ? {} : { stop }),
        ...(exits && { exits }),
      });
      return submitToOrder<AmendAnswer>({ kind: 'amend', orderId: id, price, quantity, stop, ...(exits && { exits }), ...asked });
    },
  };
  return { shared, trading };
}

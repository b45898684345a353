import { DomainError } from '../../platform/domain-error';
import type { PlaceInput } from './spot.commands';

const STOP_KINDS: readonly string[] = ['stop_limit', 'oco'];

/** Refuses what can't be an order whatever the market says: fields that its kind needs and that are missing, or that it doesn't have. */
export function checkShape(input: PlaceInput): void {
  const { kind, price, timeInForce, side, takeProfit, stopLoss, stopLossLimit } = input;
  if (kind !== 'market' && price === null) throw new DomainError('ORDER_PRICE_INVALID');
  if (kind === 'market' && price !== null) throw wrongField('price');
  if (kind === 'market' && timeInForce !== 'IOC' && timeInForce !== 'FOK') throw wrongField('tif');
  const isStop = STOP_KINDS.includes(kind);
  if (isStop && timeInForce !== 'GTC') throw wrongField('tif');
  if (isStop !== (input.stop !== undefined)) throw isStop ? new DomainError('ORDER_STOP_INVALID') : wrongField('stop');
  if ((kind === 'oco') !== (input.stopLimit !== undefined)) throw wrongField('stop_limit');
  const exits = [takeProfit, stopLoss, stopLossLimit];
  if (exits.every((exit) => exit === undefined)) return;
  // A sale on spot leaves nothing that would have to be protected.
  if (isStop || side === 'sell') throw wrongField('tp');
  if ((stopLoss === undefined) !== (stopLossLimit === undefined)) throw wrongField(stopLoss === undefined ? 'sl' : 'sl_limit');
}

function wrongField(field: string): DomainError {
  return new DomainError('REQUEST_INVALID', { params: { field } });
}

import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { ORDER_KINDS, ORDER_SIDES, TIMES_IN_FORCE } from '../../../lib/protocol/wire';
import { userCommandMessage, decimalMessage, exitsMessage, rowIdMessage } from '../matching/matching';
import type { UserCommand } from './perpetual.commands';

const leverageMessage = z.number().int().positive();
const ofPosition = { ...userCommandMessage, positionId: rowIdMessage };
/** JSON has no whole numbers of this size. */
const unitsMessage = z
  .string()
  .regex(/^-?[0-9]{1,38}$/)
  .transform(BigInt);

/** A member's command as another process sends it to the one that writes the market. */
export const commandMessage: z.ZodType<UserCommand> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('place'),
    ...userCommandMessage,
    isLimited: z.boolean(),
    input: z.strictObject({
      market: marketField,
      side: z.enum(ORDER_SIDES),
      kind: z.enum(ORDER_KINDS),
      price: decimalMessage.nullable(),
      quantity: decimalMessage,
      timeInForce: z.enum(TIMES_IN_FORCE),
      leverage: leverageMessage,
      isReduceOnly: z.boolean(),
      takeProfit: decimalMessage.nullable(),
      stopLoss: decimalMessage.nullable(),
      isHouse: z.literal(true).optional(),
      requestId: userCommandMessage.requestId,
    }),
  }),
  z.strictObject({ kind: z.literal('cancel'), ...userCommandMessage, orderId: rowIdMessage }),
  z.strictObject({
    kind: z.literal('amend'),
    ...userCommandMessage,
    orderId: rowIdMessage,
    price: decimalMessage.nullable(),
    quantity: decimalMessage.nullable(),
    exits: exitsMessage.optional(),
  }),
  z.strictObject({ kind: z.literal('close'), ...ofPosition, quantity: decimalMessage.nullable() }),
  z.strictObject({ kind: z.literal('margin'), ...ofPosition, amount: unitsMessage }),
  z.strictObject({ kind: z.literal('leverage'), ...ofPosition, leverage: leverageMessage }),
  z.strictObject({
    kind: z.literal('triggers'),
    ...ofPosition,
    takeProfit: decimalMessage.nullable(),
    stopLoss: decimalMessage.nullable(),
  }),
]);

/** Returns a command as it is sent. */
export function toCommandMessage(command: Omit<UserCommand, 'deadline'>): unknown {
  return 'amount' in command ? { ...command, amount: String(command.amount) } : command;
}

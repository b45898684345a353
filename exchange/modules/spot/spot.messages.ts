import { z } from 'zod';
import { marketField } from '../../../lib/protocol/fields';
import { ORDER_SIDES, SPOT_TICKET_KINDS, TIMES_IN_FORCE } from '../../../lib/protocol/wire';
import { userCommandMessage, decimalMessage, exitsMessage, rowIdMessage } from '../matching/matching';
import type { UserCommand } from './spot.commands';

/** A member's command as another process sends it to the one that writes the market. */
export const commandMessage: z.ZodType<UserCommand> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('place'),
    ...userCommandMessage,
    input: z.strictObject({
      market: marketField,
      side: z.enum(ORDER_SIDES),
      kind: z.enum(SPOT_TICKET_KINDS),
      price: decimalMessage.nullable(),
      quantity: decimalMessage,
      timeInForce: z.enum(TIMES_IN_FORCE),
      stop: decimalMessage.optional(),
      stopLimit: decimalMessage.optional(),
      takeProfit: decimalMessage.optional(),
      stopLoss: decimalMessage.optional(),
      stopLossLimit: decimalMessage.optional(),
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
    // A process of the version before doesn't send it.
    stop: decimalMessage.nullable().default(null),
    exits: exitsMessage.optional(),
  }),
]);

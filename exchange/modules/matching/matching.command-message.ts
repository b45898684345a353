import { z } from 'zod';
import { idField, requestIdField } from '../../../lib/protocol/fields';
import { MODES } from '../../../lib/protocol/wire';
import { NEVER_REPEATED } from './matching.commands';

/** Number of a row, as commands carry it. */
export const rowIdMessage = z.number().int().positive();
/** A price or a quantity as it was asked for; its rules are checked by whoever runs the command. */
export const decimalMessage = z.string().max(64);

const exitMessage = decimalMessage.nullable().optional();
/** Exits that an order shall have, as their owner named them. */
export const exitsMessage = z.strictObject({ takeProfit: exitMessage, stopLoss: exitMessage, stopLossLimit: exitMessage });

/** What every command that a user sent has, as another process sends it; its deadline travels beside it. */
export const userCommandMessage = {
  caller: z.object({ userId: idField, mode: z.enum(MODES) }),
  owner: rowIdMessage,
  requestId: z.union([z.literal(NEVER_REPEATED), requestIdField]),
  inputHash: z.string().length(64),
  deadline: z.number().default(0),
};

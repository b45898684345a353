import 'server-only';
import * as api from '../../api/wires';
import { doneSchema } from '../../dto/shared';
import * as dto from '../../dto/wires';
import type { AnswerOf } from '../../protocol/define-call';
import * as protocol from '../../protocol/wires';
import { serveCall } from '../operation';
import { toIso, toIsoOrNull } from '../upstream';

function reshape(wire: AnswerOf<typeof protocol.wireStart>): dto.Wire {
  const { num, fee_rate: feeRate, time, proof_time: provedAt, sender_name: senderName, decided, ...row } = wire;
  return {
    ...row,
    amount: num,
    feeRate,
    isOtherName: senderName === 'other',
    at: toIso(time),
    provedAt: toIsoOrNull(provedAt),
    decidedAt: toIsoOrNull(decided),
  };
}

export const wires = serveCall(api.wires, {
  input: dto.wiresQuerySchema,
  output: dto.wiresSchema,
  summary: 'Deposits by bank, newest first, and the terms of new ones',
  call: protocol.wires,
  fields: ({ id }) => (id === undefined ? {} : { id }),
  reshape: ({ terms, rows }) => {
    const offered =
      terms === null ? null : { currency: terms.currency, coin: terms.coin, feeRate: terms.fee_rate, min: terms.min, max: terms.max };
    return { terms: offered, wires: rows.map(reshape) };
  },
});

export const wireStart = serveCall(api.wireStart, {
  input: dto.wireStartInputSchema,
  output: dto.wireSchema,
  summary: 'Ask for a reference under which an amount will be sent by bank',
  call: protocol.wireStart,
  fields: ({ amount, requestId }) => ({ num: amount, request_id: requestId }),
  reshape,
});

export const wireCancel = serveCall(api.wireCancel, {
  input: dto.wireCancelInputSchema,
  output: doneSchema,
  summary: 'Call off a deposit by bank that was not sent',
  call: protocol.wireCancel,
  fields: ({ id }) => ({ id }),
  reshape: () => ({ done: true as const }),
});

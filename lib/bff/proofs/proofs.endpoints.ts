import 'server-only';
import * as api from '../../api/proofs';
import * as dto from '../../dto/proofs';
import { doneSchema, nothing } from '../../dto/shared';
import { depositProofs, submitDepositProof } from '../../protocol/proofs';
import { serveCall } from '../operation';
import { toIso } from '../upstream';

export const proofs = serveCall(api.proofs, {
  input: nothing,
  output: dto.proofsSchema,
  summary: 'What the member has said of deposits that are missed, newest first',
  call: depositProofs,
  fields: () => ({}),
  reshape: (rows) => ({
    proofs: rows.map(({ num, hash, picture, time, deposit_time: depositTime, ...row }) => ({
      ...row,
      amount: num,
      hashEnd: hash,
      hasPicture: picture,
      at: toIso(time),
      depositAt: depositTime == null ? null : toIso(depositTime),
    })),
  }),
});

export const proofSubmit = serveCall(api.proofSubmit, {
  input: dto.proofInputSchema,
  output: doneSchema,
  summary: 'Say of a deposit that is missed what one knows; it moves no money',
  call: submitDepositProof,
  fields: ({ option, amount, hashEnd, picture, requestId }) => ({
    id: option,
    num: amount,
    ...(hashEnd === null ? {} : { hash: hashEnd }),
    ...(picture === null ? {} : { img: picture }),
    request_id: requestId,
  }),
  reshape: () => ({ done: true as const }),
});

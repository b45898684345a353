import { z } from 'zod';
import { PROOF_ANSWERS } from '../../../lib/protocol/proofs';
import type { Tx } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { appendEvents } from '../../platform/event-log';
import { getAssetScale } from '../ledger/ledger';
import { ActionRefused, defineAction } from '../operators/operators';
import { proofAnswered } from './proofs.events';
import { answerProof, findOpen, isAnswer, listOpen, type Proof } from './proofs.repository';

const QUEUE_MAX = 100;
const amountOf = ({ asset, amount }: Proof) => `${fromUnits(amount, getAssetScale(asset))} ${asset}`;

const NUMBER = /^[1-9][0-9]{0,17}$/;
const answerInput = z
  .strictObject({
    id: z.string().regex(NUMBER, 'the number of a proof'),
    answer: z.enum(PROOF_ANSWERS, `one of ${PROOF_ANSWERS.join(', ')}`),
    deposit: z.string().regex(NUMBER, 'the number of a deposit').optional(),
  })
  .refine(({ answer, deposit }) => (answer === 'credited') === (deposit !== undefined), {
    path: ['deposit'],
    message: 'the number of the deposit with credited, and nothing with any other answer',
  });
type AnswerInput = z.infer<typeof answerInput>;
const sayAnswer = ({ answer, deposit }: AnswerInput) => (deposit === undefined ? answer : `${answer}, by deposit ${deposit}`);

/** Answers a proof, by two operators. No answer moves money: what the chain shows is credited by itself, and nothing else is. */
export const answerProofAction = defineAction<AnswerInput>({
  name: 'proofs.answer',
  schema: answerInput,
  describe: (input) => [`proof ${input.id} is answered: ${sayAnswer(input)}; no money moves`],
  async run(tx, { input, actor, at }) {
    const { deposit = null } = input;
    const proof = await findOpen(tx, input.id);
    const by = actor.kind === 'operator' ? `operator ${actor.name}` : actor.kind;
    if (proof !== null && deposit !== null && !(await isAnswer(tx, { id: input.id, deposit }))) {
      throw new ActionRefused(
        'INPUT_INVALID',
        `Deposit ${deposit} is no credited deposit of user ${proof.userId} in ${proof.asset}, or another proof's: nothing changed.`,
      );
    }
    const userId = await answerProof(tx, { ...input, deposit, by, at });
    if (proof === null || userId === null) throw new ActionRefused('INPUT_INVALID', `No proof ${input.id} is open: nothing changed.`);
    const amount = fromUnits(proof.amount, getAssetScale(proof.asset));
    const payload = { proof: proof.id, asset: proof.asset, amount, answer: input.answer };
    await appendEvents(tx, [proofAnswered.create({ userId, mode: 'real', at, payload })]);
    return `proof ${input.id} of user ${userId} was answered: ${sayAnswer(input)}`;
  },
});

/** Returns what the chain shows of a proof, as a line: by the hash, or by the amount and the days alone. */
export function describeMatch({
  depositId,
  deposit,
  depositAt,
  hashEnd,
}: Pick<Proof, 'depositId' | 'deposit' | 'depositAt' | 'hashEnd'>): string {
  if (deposit === null || depositAt === null) return 'the chain shows none';
  return `the chain shows ${hashEnd === null ? 'one of this amount' : 'it'}: deposit ${depositId}, ${deposit}, ${new Date(depositAt).toISOString()}`;
}

/** Returns what waits for an answer as lines, beside what the chain shows. */
export async function describeProofs(tx: Tx): Promise<string[]> {
  return (await listOpen(tx, QUEUE_MAX)).map((proof) => {
    const { id, userId, network, hashEnd, picture, givenAt } = proof;
    const said = [hashEnd === null ? '' : ` hash …${hashEnd}`, picture === null ? '' : ` picture ${picture}`].join('');
    return `${id}  user ${userId}  ${amountOf(proof)} on ${network}${said}  ${new Date(givenAt).toISOString()}  ${describeMatch(proof)}`;
  });
}

import { depositProofs, PROOFS_MAX, submitDepositProof } from '../../../lib/protocol/proofs';
import { WIRE_OPTION } from '../../../lib/rules/wire';
import type { ExchangeModule } from '../../composition/module';
import { type CallContext, handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { defineConsumer } from '../../platform/event-kinds';
import { transactOnce } from '../../platform/idempotency';
import { depositCredited } from '../deposits/deposits.events';
import type { FilesService } from '../files/files';
import { getAssetScale } from '../ledger/ledger';
import type { Networks } from '../networks/networks';
import { proofAnswered } from './proofs.events';
import { answerCredited, countOpen, insertProof, isAnsweredByExchange, listOfUser, type Proof } from './proofs.repository';

/** Proofs of one user that wait for an answer. */
const OPEN_MAX = 10;

/** What a proof of a bank transfer does. `end`: the last six digits of its reference. */
type WireProofs = { prove(tx: Tx, input: { userId: string; end: string | null; picture: string | null; at: number }): Promise<void> };
type Deps = { networks: Pick<Networks, 'listOptions'>; files: Pick<FilesService, 'claim'>; wires: WireProofs };
type Given = { id: string; num: string; hash?: string | undefined; img?: string | undefined; request_id: string };

/** Wires proofs of deposits: call 44. A proof moves no money. */
export function createProofsModule({ db, clock }: Pick<Platform, 'db' | 'clock'>, { networks, files, wires }: Deps): ExchangeModule {
  /** @throws the codes of call 44 */
  async function submit(context: CallContext, { id, num, hash, img, request_id: requestId }: Given): Promise<string> {
    const { userId, mode } = sessionOf(context);
    if (mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
    if (id === WIRE_OPTION) return submitWire(userId, { id, num, hash, img, request_id: requestId });
    const option = networks.listOptions().find((one) => one.id === id);
    if (option === undefined) throw new DomainError('ASSET_UNKNOWN');
    if (hash === undefined && img === undefined) throw new DomainError('PROOF_EMPTY');
    const amount = toUnits(num, getAssetScale(option.coin));
    if (amount <= 0n) throw new DomainError('AMOUNT_INVALID');
    const input = { id, num, hash: hash ?? null, img: img ?? null };
    return transactOnce(db, { userId, mode, call: 'deposits.submit', requestId, input }, async (tx) => {
      const open = await countOpen(tx, userId);
      const { network, coin: asset } = option;
      const hashEnd = hash?.toLowerCase() ?? null;
      // The answer stands already, and the next one would wait for nobody either: nothing bounds how many there are.
      if (hashEnd !== null && (await isAnsweredByExchange(tx, { userId, network, asset, hashEnd }))) return 'Submitted successfully';
      if (open >= OPEN_MAX) throw new DomainError('PROOFS_TOO_MANY');
      if (img !== undefined) await files.claim(tx, { id: img, userId, purpose: 'deposit-proof' });
      const at = clock.now();
      const proof = await insertProof(tx, { userId, network, asset, amount, hashEnd, picture: img ?? null, givenAt: at });
      if (hashEnd !== null) await answerCredited(tx, { proofs: { ids: [proof] }, at });
      return 'Submitted successfully';
    });
  }
  async function submitWire(userId: string, { id, num, hash, img, request_id: requestId }: Given): Promise<string> {
    if (hash === undefined && img === undefined) throw new DomainError('PROOF_EMPTY');
    const input = { id, num, hash: hash ?? null, img: img ?? null };
    return transactOnce(db, { userId, mode: 'real', call: 'deposits.submit', requestId, input }, async (tx) => {
      if (img !== undefined) await files.claim(tx, { id: img, userId, purpose: 'deposit-proof' });
      await wires.prove(tx, { userId, end: hash ?? null, picture: img ?? null, at: clock.now() });
      return 'Submitted successfully';
    });
  }
  return {
    name: 'proofs',
    features: ['deposit-proofs'],
    events: [proofAnswered],
    consumers: [
      defineConsumer({
        name: 'deposit proofs',
        kinds: [depositCredited],
        startsAt: 'oldest',
        handle: (tx, events) => answerCredited(tx, { proofs: { deposits: events.map(({ payload }) => payload.deposit) }, at: clock.now() }),
      }),
    ],
    calls: [
      handle(submitDepositProof, (input, context) => submit(context, input)),
      handle(depositProofs, async (_input, context) =>
        (await listOfUser(db.read, { userId: sessionOf(context).userId, limit: PROOFS_MAX })).map(toWire),
      ),
    ],
  };
}

function toWire({ id, network, asset, amount, hashEnd, picture, givenAt, deposit, depositAt, answer }: Proof) {
  const state = answer !== null ? ('answered' as const) : deposit !== null ? ('found' as const) : ('review' as const);
  const num = fromUnits(amount, getAssetScale(asset));
  return {
    id,
    network,
    coin: asset,
    num,
    hash: hashEnd,
    picture: picture !== null,
    time: givenAt,
    state,
    deposit,
    deposit_time: depositAt,
    answer,
  };
}

import { previewWire } from '../../../lib/rules/wire';
import { compareDecimals } from '../../../lib/rules/decimal';
import { wireCancel, wires, wireStart, WIRES_MAX } from '../../../lib/protocol/wires';
import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { ExchangeModule } from '../../composition/module';
import { type CallContext, handle, sessionOf } from '../../http/register-call';
import type { Platform } from '../../platform/app';
import { RetryTransaction } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import { getAssetScale } from '../ledger/ledger';
import type { WireTerms } from '../registry/registry';
import { wireCredited, wireRefused } from './wires.events';
import { WIRE_CODES, WIRE_FAMILIES } from './wires.postings';
import { compareSender, type ReadName } from './wires.names';
import { makeReference } from './wires.reference';
import * as repository from './wires.repository';
import type { Wire } from './wires.repository';

export { wireProofs } from './wires.proofs';

/** Of one user that nobody has decided. */
const OPEN_MAX = 5;
type Shown = AnswerOf<typeof wireStart>;

/** Wires deposits by bank: a reference for each, and what two operators found at the bank. */
export function createWiresModule(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { readTerms, readName }: { readTerms(): WireTerms; readName: ReadName },
): ExchangeModule {
  const realUserOf = (context: CallContext): string => {
    const { userId, mode } = sessionOf(context);
    if (mode !== 'real') throw new DomainError('REAL_ACCOUNT_ONLY');
    return userId;
  };

  async function start(userId: string, num: string, requestId: string): Promise<Shown> {
    const input = { num };
    return transactOnce(db, { userId, mode: 'real', call: 'x.wireStart', requestId, input }, async (tx) => {
      const { currency, asset, feeRate, min, max, bank } = readTerms();
      if (bank === null) throw new DomainError('WIRE_NOT_OFFERED');
      const preview = previewWire(feeRate, num);
      if (preview === null) throw new DomainError('AMOUNT_INVALID');
      if (compareDecimals(preview.arrived, min) < 0 || compareDecimals(preview.arrived, max) > 0) {
        throw new DomainError('WIRE_AMOUNT_OUT_OF_RANGE', { params: { min, max } });
      }
      if ((await repository.countOpen(tx, userId)) >= OPEN_MAX) throw new DomainError('WIRES_TOO_MANY');
      const asked = toUnits(preview.arrived, getAssetScale(asset));
      const row = await repository.insertWire(tx, {
        ...{ userId, currency, asset, asked, feeRate, bank },
        reference: makeReference(),
        askedAt: clock.now(),
      });
      // One in a hundred million: another number is drawn.
      if (row === null) throw new RetryTransaction('a reference was drawn twice');
      return toShown(row, null);
    });
  }

  return {
    name: 'wires',
    features: ['wires'],
    journalCodes: WIRE_CODES,
    accountFamilies: WIRE_FAMILIES,
    events: [wireCredited, wireRefused],
    calls: [
      handle(wires, async ({ id }, context) => {
        const userId = realUserOf(context);
        const { currency, asset: coin, feeRate: fee_rate, min, max, bank } = readTerms();
        const rows = await repository.listOfUser(db.read, { userId, id: id ?? null, limit: WIRES_MAX });
        const name = rows.some(({ sender }) => sender !== null) ? await readName(db.read, userId) : null;
        const shown = rows.map((row) => toShown(row, name));
        return { terms: bank === null ? null : { currency, coin, fee_rate, min, max, bank }, rows: shown };
      }),
      handle(wireStart, async ({ num, request_id: requestId }, context) => start(realUserOf(context), num, requestId)),
      handle(wireCancel, async ({ id }, context) => {
        const isDone = await repository.cancelWire(db.read, { userId: realUserOf(context), id, at: clock.now() });
        if (!isDone) throw new DomainError('WIRE_NOT_FOUND');
        return 'Cancelled';
      }),
    ],
  };
}

function toShown(row: Wire, name: Awaited<ReturnType<ReadName>>): Shown {
  const write = (units: bigint | null) => (units === null ? null : fromUnits(units, getAssetScale(row.asset)));
  const credited = row.arrived === null || row.fee === null ? null : row.arrived - row.fee;
  return {
    ...{ id: row.id, reference: row.reference, currency: row.currency, coin: row.asset, fee_rate: row.feeRate, bank: row.bank },
    num: fromUnits(row.asked, getAssetScale(row.asset)),
    state: row.state,
    time: row.askedAt,
    proof_time: row.proofAt,
    arrived: write(row.arrived),
    sender: row.sender,
    sender_name: compareSender(row, name),
    fee: write(row.fee),
    credited: write(credited),
    reason: row.reason,
    decided: row.decidedAt,
  };
}

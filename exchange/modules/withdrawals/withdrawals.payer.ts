import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { HotWalletShort, readPause } from '../networks/networks';
import type { WithdrawalDelay } from '../../../lib/rules/withdrawals';
import type { PayingNetwork } from './withdrawals.networks';
import { followPayments, wasPaidBy } from './withdrawals.following';
import { bookHandFees } from './withdrawals.hand-fees';
import { isPaidByPeople } from './withdrawals.pay-files';
import * as payments from './withdrawals.payments.repository';
import { toChainPayment } from './withdrawals.amounts';
import { findDelayAt, lockWithdrawal, type WithdrawalRow } from './withdrawals.repository';
import { askChain, workThrough } from './withdrawals.rounds';
import type { Signer } from './withdrawals.signers';
import { endStopped, giveBackStopped } from './withdrawals.stopped';
import { delayWithdrawal, endUnpaid, moveWithdrawal } from './withdrawals.states';
import { type Channel, DAY_MS, PAY_MAX_MS, REASONS } from './withdrawals.terms';

export type PayerDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'> & {
  network: PayingNetwork;
  /** Null where people pay, and the chain is only watched. */
  signer: Signer | null;
  /** Makes sure in a transaction that this process still is the one that pays on this network. @throws LeaseLost */
  checkFence(tx: Tx): Promise<void>;
  readChannels(): readonly Channel[];
  tell(userId: string): void;
};

/** What was sent and isn't in a block yet is sent again this often. */
const RESEND_MS = 15_000;

/** Pays what was approved on one network, and follows what was paid: each step is committed before the next one, so it goes on after any crash. */
export class Payer {
  /** When each payment was sent last, by this process. */
  private readonly sentAt = new Map<string, number>();
  /** Where the next look begins: more than one look takes go round, so that those that can't go on hold up no others. */
  private readonly after = { prepare: '0', follow: '0' };

  constructor(private readonly deps: PayerDeps) {}

  /** Does what can be done now. Returns how many withdrawals are under way. @throws what the database throws */
  async round(): Promise<number> {
    await this.prepare();
    await this.send();
    const open = await this.follow();
    await bookHandFees(this.deps, (id, step) => this.change(id, step));
    await this.sayLate();
    await this.goRound();
    return open;
  }

  /** Gives back what is approved and may not leave, and draws up and stores the payments of the rest. */
  private async prepare(): Promise<void> {
    const { db, network, signer } = this.deps;
    const found = await payments.listToPrepare(db.read, network.code, this.after.prepare);
    const approved = await giveBackStopped(this.deps, found, (id, step) => this.change(id, step));
    if (signer === null || approved.length === 0) return;
    const ready = await this.ask('look', () => signer.look(approved));
    if (ready === null) return;
    await workThrough(this.deps, ready.short, (row) => this.delay(row, 'hot_wallet'));
    await workThrough(this.deps, ready.outOfTurn, (row) => this.delay(row, 'operator'));
    await workThrough(this.deps, ready.refused, (row) => this.refuse(row));
    await workThrough(this.deps, ready.payable, async (row) => {
      const earlier = await payments.listEarlier(db.read, row.id);
      const wasPaid = earlier.length > 0 ? await this.ask('look', () => wasPaidBy(db.read, network.chain, { row, earlier })) : false;
      // One that is to be paid anew, and was paid after all, is for people.
      if (wasPaid === true) await this.delay(row, 'operator');
      if (wasPaid === false) await this.prepareOne(row, ready.make);
    });
  }

  /**
   * An address may take a payment a moment later: its owner reads why it waits, and has the money back when the promised time is over, and as much time
   * since it was first seen.
   */
  private async refuse(found: WithdrawalRow): Promise<void> {
    const { clock, network } = this.deps;
    if (found.delay === 'address' && found.until !== null && clock.now() < found.until) return;
    await this.change(found.id, async (tx, row, at) => {
      if (row.state !== 'approved') return null;
      // What was sent for it before, or by people, may have been paid: that is for people.
      if ((await payments.listEarlier(tx, row.id)).length > 0) return this.delayIn(tx, row, 'operator');
      if (await isPaidByPeople(tx, { id: row.id, now: at })) return this.delayIn(tx, row, 'operator');
      if ((await readPause(tx, network.code)) !== null) return this.delayIn(tx, row, 'network');
      if (row.delay !== 'address') return this.delayIn(tx, row, 'address');
      const seenAt = await findDelayAt(tx, row.id, 'address');
      if (row.until === null || at < Math.max(row.until, (seenAt ?? at) + PAY_MAX_MS)) return null;
      return endUnpaid(tx, row, { to: 'refused', at, reason: REASONS.address });
    });
  }

  private async prepareOne(found: WithdrawalRow, make: (tx: Tx, row: WithdrawalRow) => Promise<payments.NewPayment>): Promise<void> {
    const { clock, network, readChannels } = this.deps;
    await this.change(found.id, async (tx, row, at) => {
      if (row.state !== 'approved') return null;
      // Before all that gives it back: whoever freezes the account while people pay would have the money twice.
      if (await isPaidByPeople(tx, { id: row.id, now: at })) return this.delayIn(tx, row, 'operator');
      const stopped = await endStopped(tx, row, at);
      if (stopped !== null) return stopped;
      if ((await readPause(tx, network.code)) !== null) return this.delayIn(tx, row, 'network');
      const left = await payments.sumOutflow(tx, { network: network.code, asset: row.asset, since: at - DAY_MS });
      const cap = readChannels().find(({ channel }) => channel === row.channel)?.dayOutflowMax ?? 0n;
      if (left + row.amount - row.fee > cap) return this.delayIn(tx, row, 'daily_cap');
      await payments.insertPayment(tx, { ...(await make(tx, row)), withdrawalId: row.id, network: network.code, at });
      return moveWithdrawal(tx, row, { to: 'signed', at, until: clock.now() + PAY_MAX_MS });
    });
  }

  /** Sends what is stored and was not seen in the chain: the same again has no second effect. */
  private async send(): Promise<void> {
    const { db, clock, network } = this.deps;
    const now = clock.now();
    const isPaused = (await readPause(db.read, network.code)) !== null;
    for (const [id, at] of this.sentAt) if (at + RESEND_MS <= now) this.sentAt.delete(id);
    await workThrough(this.deps, await payments.listToFollow(db.read, network.code, this.after.follow), async (row) => {
      if (row.state === 'confirming') return;
      for (const payment of await payments.listLive(db.read, row.id)) {
        // What was never sent waits for the end of the pause.
        if (isPaused && payment.sentAt === null) continue;
        if (!this.sentAt.has(payment.id)) await this.sendOne(row, payment);
      }
    });
  }

  private async sendOne(found: WithdrawalRow, payment: payments.PaymentRow): Promise<void> {
    const { network } = this.deps;
    // A chain that pays by itself has taken it for good.
    if (payment.kind === 'hand' || (payment.kind === 'request' && payment.sentAt !== null)) return;
    const { txid: known } = payment;
    const sent = await this.ask('send', async () => {
      try {
        return await network.chain.sendPayment(toChainPayment(found, payment));
      } catch (error) {
        if (error instanceof HotWalletShort) return 'short' as const;
        // Whatever it says of bytes that it knows: they were sent.
        if (known !== null && (await network.chain.findTransaction(known)) !== null) return known;
        throw error;
      }
    });
    if (sent === null) return;
    if (sent === 'short') return this.delay(found, 'hot_wallet');
    this.sentAt.set(payment.id, this.deps.clock.now());
    if (payment.sentAt !== null) return;
    await this.change(found.id, async (tx, row, at) => {
      await payments.noteSent(tx, { id: payment.id, txid: sent, at });
      if (row.state !== 'signed') return null;
      return moveWithdrawal(tx, row, { to: 'sent', at, until: at + PAY_MAX_MS, txid: sent });
    });
  }

  /** Asks the chain about everything that was sent. */
  private async follow(): Promise<number> {
    const { db, network, signer, metrics } = this.deps;
    const rows = await payments.listToFollow(db.read, network.code, this.after.follow);
    await workThrough(this.deps, rows, async (row) => {
      if (row.state === 'signed') return;
      const live = await payments.listLive(db.read, row.id);
      const followed = await this.ask('follow', () => followPayments({ chain: network.chain, live }));
      if (followed === null) return;
      await this.change(row.id, (tx, locked, at) =>
        followed.settle(tx, locked, { at, metrics, isSigned: signer !== null, isOurs: network.isOurs }),
      );
      if (!followed.isMined) await this.replace(row, live);
    });
    const waiting = signer === null ? [] : await payments.listToPrepare(db.read, network.code, this.after.prepare);
    return rows.length + waiting.length;
  }

  private async replace(found: WithdrawalRow, live: readonly payments.PaymentRow[]): Promise<void> {
    const { clock, metrics, network, signer } = this.deps;
    if (signer === null) return;
    const other = await this.ask('replace', () => signer.replace(found, live, clock.now()));
    if (other === null) return;
    await this.change(found.id, async (tx, row, at) => {
      const now = await payments.listLive(tx, row.id);
      if (row.state !== 'sent' || now.length !== live.length) return null;
      if (other === 'displaced') {
        // Somebody else signs with this key. The withdrawal stays as it is: whether it was paid is for people to find out.
        await payments.endPayments(tx, { withdrawalId: row.id, paymentId: null, state: 'failed' });
        metrics.alarm(
          'withdrawal_displaced',
          { withdrawal: row.id, network: network.code },
          'another transaction has the number of a payment',
        );
        return this.delayIn(tx, row, 'operator');
      }
      // Else each look would sign a dearer one, and all of them would be sent when it ends.
      if ((await readPause(tx, network.code)) !== null) return null;
      await payments.insertPayment(tx, { ...other, withdrawalId: row.id, network: network.code, at });
      return null;
    });
  }

  /** What is over its promised time says why. */
  private async sayLate(): Promise<void> {
    const { clock, signer } = this.deps;
    const late = (await this.listTurn()).filter(({ until, delay }) => until !== null && until <= clock.now() && delay === null);
    await workThrough(this.deps, late, (row) => this.delay(row, row.state === 'approved' && signer === null ? 'operator' : 'network'));
  }

  private async listTurn(): Promise<WithdrawalRow[]> {
    const { db, network } = this.deps;
    const { prepare, follow } = this.after;
    return [
      ...(await payments.listToPrepare(db.read, network.code, prepare)),
      ...(await payments.listToFollow(db.read, network.code, follow)),
    ];
  }

  private async goRound(): Promise<void> {
    const { db, network } = this.deps;
    const last = async (list: typeof payments.listToFollow, after: string) =>
      (await list(db.read, network.code, after))[payments.TURN_MAX - 1]?.id ?? '0';
    this.after.prepare = await last(payments.listToPrepare, this.after.prepare);
    this.after.follow = await last(payments.listToFollow, this.after.follow);
  }

  private async delay(row: WithdrawalRow, why: WithdrawalDelay): Promise<void> {
    await this.change(row.id, (tx, locked) => (locked.state === row.state ? this.delayIn(tx, locked, why) : Promise.resolve(null)));
  }

  private async delayIn(tx: Tx, row: WithdrawalRow, why: WithdrawalDelay): Promise<null> {
    const { clock, metrics, network } = this.deps;
    if (await delayWithdrawal(tx, row, why, clock.now())) {
      const fields = { withdrawal: row.id, network: network.code, asset: row.asset };
      metrics.alarm(`withdrawal_${why}`, fields, 'a withdrawal waits for longer than promised');
    }
    return null;
  }

  /** One step of one withdrawal: under the lease, with its row locked. */
  private async change(id: string, step: (tx: Tx, row: WithdrawalRow, at: number) => Promise<WithdrawalRow | null>): Promise<void> {
    const { db, clock, checkFence, tell } = this.deps;
    const moved = await db.transaction(
      async (tx) => {
        await checkFence(tx);
        const row = await lockWithdrawal(tx, id);
        return row === null ? null : step(tx, row, clock.now());
      },
      { kind: 'work' },
    );
    if (moved !== null) tell(moved.userId);
  }

  private ask<T>(what: string, question: () => Promise<T>): Promise<T | null> {
    return askChain(this.deps, what, question);
  }
}

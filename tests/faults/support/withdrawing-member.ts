import { type LegacyAnswer, LegacyClient, newRequestId } from '../../helpers/legacy-client';
import { signLogin, walletOf } from '../../helpers/test-wallet';
import { sleep } from './rounds';

const PATIENCE_MS = 180_000;
const RETRY_MS = 300;
const PAGES_MAX = 50;
export type Withdrawn = { id: string; state: string; arrives: string; amount: string; txid: string | null };
/** One that was asked for: its number of the request, and its own once an answer came. */
export type Asked = { requestId: string; amount: string; id: string | null };

/** Repeats a question until it is answered: the exchange may be starting. */
export async function withRetries(
  ask: () => Promise<LegacyAnswer>,
  isEnough = (answer: LegacyAnswer) => answer.status === 1,
): Promise<LegacyAnswer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null && isEnough(answer)) return answer;
    if (Date.now() > until) throw new Error(`no answer: ${JSON.stringify(answer)}`);
    await sleep(RETRY_MS);
  }
}

/** A member with test money who withdraws it to an address, confirming each by their wallet. */
export class WithdrawingMember {
  readonly asked: Asked[] = [];
  private constructor(
    readonly client: LegacyClient,
    private readonly name: string,
    private readonly address: string,
  ) {}

  static async join(base: string, { name, address }: { name: string; address: string }): Promise<WithdrawingMember> {
    const client = new LegacyClient(base, false);
    await client.signIn(name, 'real');
    await withRetries(() => client.send('POST', '/x/faucet', { coin: 'USDT', request_id: newRequestId() }));
    return new WithdrawingMember(client, name, address);
  }

  /** Asks for a withdrawal; it counts as asked for whether an answer comes or not. */
  async ask(amount: string): Promise<void> {
    const asked: Asked = { requestId: newRequestId(), amount, id: null };
    this.asked.push(asked);
    await this.repeat(asked).catch(() => undefined);
  }

  /** Asks again for everything that got no answer, under its number. */
  async settle(): Promise<void> {
    for (const asked of this.asked) if (asked.id === null) await withRetries(async () => this.repeat(asked));
  }

  private async repeat(asked: Asked): Promise<LegacyAnswer> {
    const fields = { channel: 'USDT_ERC20', address: this.address, amount: asked.amount, request_id: asked.requestId };
    let answer = await this.client.send('POST', '/x/withdraw', fields);
    if (answer.code === 'STEP_UP_REQUIRED') {
      await this.confirm((answer as LegacyAnswer & { params: { ticket: string } }).params.ticket);
      answer = await this.client.send('POST', '/x/withdraw', fields);
    }
    if (answer.status === 1) asked.id = (answer.info as Withdrawn).id;
    return answer;
  }

  private async confirm(ticket: string): Promise<void> {
    const { info } = await this.client.send('POST', '/x/step-up-start', { ticket, way: 'wallet' });
    const { statement, nonce } = info as { statement: string; nonce: string };
    const { message, signature } = await signLogin(walletOf(this.name), Date.now(), { statement, nonce });
    await this.client.send('POST', '/x/step-up', { ticket, way: 'wallet', message, signature });
  }

  async list(): Promise<Withdrawn[]> {
    const all: Withdrawn[] = [];
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const rows = (await withRetries(() => this.client.send('GET', '/x/withdrawals', { page: String(page) }))).info as Withdrawn[];
      all.push(...rows);
      if (rows.length === 0) break;
    }
    return all;
  }
}

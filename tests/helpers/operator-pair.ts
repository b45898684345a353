import { createOperatorKey, foundOperator } from '../../exchange/modules/operators/operators';
import { runCommand } from '../../exchange/operator/commands';
import type { Database } from '../../exchange/platform/db';

/** Two operators who may do everything, at the command line of a database. */
export async function createOperatorPair(db: Database, now: () => number) {
  const keys = new Map<string, string>();
  for (const name of ['eve', 'fay']) {
    const { key, fingerprint } = createOperatorKey();
    keys.set(name, key);
    await db.transaction((tx) => foundOperator(tx, { name, roles: ['admin'], fingerprint, at: 0 }));
  }
  const run = async (name: string, ...argv: string[]) => {
    const env = { dataDir: '.', sandbox: false };
    const context = { db, env, audits: [], operatorKey: keys.get(name) ?? null, now };
    return (await runCommand(context as never, [...argv, '--reason', 'a test'])).text;
  };
  return {
    run,
    /** One asks for it, the other agrees; returns what the second one reads, or the first one's refusal. */
    async agree(...argv: string[]): Promise<string> {
      const asked = await run('eve', ...argv);
      const request = /request (\d+)/.exec(asked)?.[1];
      return request === undefined ? asked : run('fay', 'approve', request);
    },
  };
}
export type OperatorPair = Awaited<ReturnType<typeof createOperatorPair>>;

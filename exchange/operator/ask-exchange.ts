import { z } from 'zod';
import { commandEndpoints } from '../../lib/operator/commands';
import { readAnswer } from '../../lib/operator/read-answer';
import { signInEndpoints } from '../../lib/operator/sign-in';
import { makeServiceProof } from '../../lib/protocol/service-proof';
import type { Clock } from '../platform/clock';

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** From where an operator acts who gives commands on the machine. */
export const COMMAND_LINE = 'the command line';

type Way = { base: string; consoleKey: string; clock: Clock };

async function ask(way: Way, name: string, input: unknown, token = ''): Promise<unknown> {
  const proof = makeServiceProof('console', way.consoleKey, way.clock.now());
  const headers = {
    'content-type': 'application/json',
    'x-console-key': proof,
    'x-operator-session': token,
    'x-operator-from': COMMAND_LINE,
  };
  const answer = await fetch(`${way.base}/${name}`, { method: 'POST', headers, body: JSON.stringify(input), redirect: 'error' });
  const body: unknown = await answer.json();
  if (answer.ok) return (body as { data: unknown }).data;
  throw new Error(refusalSchema.parse(body).error.message);
}

async function isAnswering({ base }: Way): Promise<boolean> {
  return fetch(base, { method: 'POST', redirect: 'error' }).then(
    () => true,
    () => false,
  );
}

/** Has the exchange that runs do a command for the owner of a key; null when none runs. @throws Error with a sentence */
export async function askExchange(way: Way, { key, argv }: { key: string; argv: readonly string[] }) {
  if (!(await isAnswering(way))) return null;
  const { token } = readAnswer(signInEndpoints.key, await ask(way, signInEndpoints.key.name, { key }));
  try {
    return readAnswer(commandEndpoints.run, await ask(way, commandEndpoints.run.name, { argv }, token));
  } finally {
    await ask(way, signInEndpoints.end.name, {}, token);
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';

/** Returns what to print of the ways into the console: a link for each operator of a sandbox, whose keys lie in the data folder. */
export async function makeLinks({ dataDir, consoleKey, exchangePort, origin }) {
  const file = join(dataDir, 'operator-keys.json');
  if (!existsSync(file)) return [];
  // Built with the exchange, which runs beside.
  await ensureBuilt({ only: ['exchange'] });
  const { makeServiceProof } = await import(pathToFileURL(resolve('.build/exchange/service-proof.mjs')).href);
  const lines = [];
  for (const [name, key] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    try {
      const answer = await fetch(`http://127.0.0.1:${exchangePort}/operator/links.make`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-console-key': makeServiceProof('console', consoleKey, Date.now()) },
        body: JSON.stringify({ key }),
      });
      if (answer.ok) lines.push(`Sign in as ${name} (once): ${origin}/operator/link#${(await answer.json()).data.token}`);
    } catch {
      return ['The exchange does not answer: start it with npm start, then start this again.'];
    }
  }
  return lines;
}

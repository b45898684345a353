import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
/** Starts a PostgreSQL with fsync for one measurement: ours and the reference get a database each on the same server. */
export { startPostgres as startServer } from '../../tests/helpers/postgres';

/** TPC-B wants no fewer branches than clients, else they wait for each other's rows. */
const SCALE_PER_CLIENT = 1;

export type Reference = { measure(input: { clients: number; seconds: number }): Promise<number> };

/**
 * Prepares pgbench's own tables (TPC-B) in a database. `measure` answers with transactions a second.
 * @throws Error when pgbench is not on this machine
 */
export async function createReference(url: string, clients: number): Promise<Reference> {
  const program = findPgbench();
  if (program === null) {
    throw new Error('pgbench was not found: install the postgresql package of your system, or name the program in PGBENCH');
  }
  await run(program, url, ['-i', '-q', '-s', String(clients * SCALE_PER_CLIENT)]);
  return {
    async measure(input) {
      const output = await run(program, url, [
        '-c',
        String(input.clients),
        '-j',
        String(Math.min(input.clients, cpus().length)),
        '-T',
        String(input.seconds),
        '-n',
      ]);
      const rate = /tps = ([0-9.]+)/.exec(output)?.[1];
      if (rate === undefined) throw new Error(`pgbench did not say how fast it was:\n${output}`);
      return Number(rate);
    },
  };
}

function findPgbench(): string | null {
  if (process.env.PGBENCH !== undefined) return existsSync(process.env.PGBENCH) ? process.env.PGBENCH : null;
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench'));
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...onPath, ...versions.map((version) => join(debian, version, 'bin/pgbench'))].find((path) => existsSync(path)) ?? null;
}

/** pgbench takes an address in the place of a database's name. */
function run(program: string, url: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args, url], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`pgbench ended with ${code}:\n${output}`))));
  });
}

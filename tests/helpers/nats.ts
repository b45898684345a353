import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { getFreePort } from './free-port';

const PROGRAM = 'nats-server';
const READY_MS_MAX = 60_000;
const POLL_MS = 50;

/** Whether there is a server to test with: it is a package of the system (`apt-get install nats-server`), there is none for npm. */
export const hasNats = spawnSync(PROGRAM, ['--version']).status === 0;

export type NatsServer = {
  url: string;
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  /** Stops its clock, as a machine that hangs does, or lets it go on. */
  freeze(isFrozen: boolean): void;
};

/** Starts a NATS server on a free port of loopback. */
export async function startNats(): Promise<NatsServer> {
  const port = await getFreePort();
  let child: ChildProcess | null = null;
  const start = async () => {
    child = spawn(PROGRAM, ['--addr', '127.0.0.1', '--port', String(port)], { stdio: 'ignore' });
    for (const end = Date.now() + READY_MS_MAX; !(await isOpen(port)); ) {
      if (Date.now() > end) throw new Error('nats-server did not start');
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    async stop() {
      if (child === null || child.exitCode !== null) return;
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
    restart: start,
    freeze: (isFrozen) => void child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.end(() => resolve(true)));
    socket.once('error', () => resolve(false));
  });
}

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const BACKOFF_MIN_MS = 250;
const BACKOFF_MAX_MS = 10_000;
/** A process that answered for this long, or lived for that long, died of something new: it is started again at once. */
const ANSWERED_MS = 2_000;
const SETTLED_MS = 30_000;
/** A process that never answered and died this often won't come up by being started again. */
const FIRST_STARTS_MAX = 3;

/**
 * Runs one server and starts it again, with growing pauses, when it dies. Its standard input stays open as long as this
 * process lives (see watch-parent.mjs). `readyLine` is what it prints once it answers.
 */
export function supervise({ name, args, env, readyLine, onLine, onGiveUp }) {
  const state = { child: null, isStopping: false, hasAnswered: false, deaths: 0, waitMs: BACKOFF_MIN_MS, startedAt: 0, readyAt: null };

  const note = (line) => {
    if (readyLine.test(line)) state.readyAt ??= Date.now();
    onLine(line);
  };

  const start = () => {
    state.startedAt = Date.now();
    state.readyAt = null;
    // Its own process group: Ctrl-C in the terminal reaches only this process, which then stops the servers in order.
    state.child = spawn(process.execPath, ['--import', new URL('../watch-parent.mjs', import.meta.url).href, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...env, PARENT_WATCH: '1' },
    });
    // A server that is already gone closes its end; there is nothing to write to it anyway.
    state.child.stdin.on('error', () => undefined);
    for (const stream of [state.child.stdout, state.child.stderr]) createInterface({ input: stream }).on('line', note);
    state.child.once('exit', (code, signal) => void restart(code, signal));
  };

  const restart = async (code, signal) => {
    if (state.isStopping) return;
    state.deaths += 1;
    if (!state.hasAnswered && state.deaths >= FIRST_STARTS_MAX) return onGiveUp(name);
    const hasServed = state.readyAt !== null && Date.now() - state.readyAt > ANSWERED_MS;
    if (hasServed || Date.now() - state.startedAt > SETTLED_MS) state.waitMs = BACKOFF_MIN_MS;
    onLine(`stopped (${signal ?? `code ${code}`}), starts again in ${state.waitMs} ms`);
    await sleep(state.waitMs);
    state.waitMs = Math.min(state.waitMs * 2, BACKOFF_MAX_MS);
    if (!state.isStopping) start();
  };

  start();
  return {
    pid: () => state.child.pid,
    answered: () => {
      state.hasAnswered = true;
    },
    kick: () => state.child.kill('SIGTERM'),
    stop: async (graceMs) => {
      state.isStopping = true;
      const { child } = state;
      if (child.exitCode != null || child.signalCode != null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
      await gone;
      clearTimeout(timer);
    },
  };
}

// Preloaded (`node --import`) into the servers that start.mjs runs. Their standard input is a pipe that the parent holds open:
// when the parent is gone, however it went, the pipe ends, and the server stops as if it had been asked to.
const STOP_GRACE_MS = 10_000;

if (process.env.PARENT_WATCH === '1') {
  // What the server itself starts has another standard input and must not take its end for the parent's.
  delete process.env.PARENT_WATCH;
  const stop = () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), STOP_GRACE_MS).unref();
  };
  process.stdin.on('end', stop);
  process.stdin.on('error', stop);
  process.stdin.resume();
  process.stdin.unref?.();
}

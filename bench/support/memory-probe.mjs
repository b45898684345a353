// Preloaded into a server that is measured: answers on a port of its own with the memory of its process after a garbage collection, and
// with how many sockets hold bytes that their other end does not take.
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

if (process.env.PROBE_PORT && process.argv[1]?.includes(process.env.PROBE_OF)) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const server = createServer((_request, response) => {
    for (let round = 0; round < 3; round += 1) collect();
    const { rss, heapUsed, external } = process.memoryUsage();
    const stalledSockets = process._getActiveHandles().filter((handle) => handle.writableLength > 0).length;
    response.end(JSON.stringify({ rss, heap: heapUsed + external, stalledSockets }));
  });
  server.listen(Number(process.env.PROBE_PORT), '127.0.0.1');
  server.unref();
}

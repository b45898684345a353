// The reference of the stream: plain node:http that hands each event of the backend to everyone who listens, and nothing else.
import { createServer, get } from 'node:http';

const [port, upstream] = process.argv.slice(2);
const clients = new Set();
get(upstream, (stream) => {
  stream.on('data', (chunk) => {
    for (const client of clients) client.write(chunk);
  });
});
createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  clients.add(response);
  request.socket.once('close', () => clients.delete(response));
}).listen(Number(port), '127.0.0.1', () => console.log('Ready'));

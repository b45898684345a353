import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import nodemailer from 'nodemailer';
import { readSmtp, sendWithin } from './accounts.mail';

let port = 0;
const said: string[] = [];
/** A mail server that offers no encryption. */
const server = createServer((socket) => {
  socket.write('220 plain\r\n');
  socket.on('data', (data) => {
    const line = String(data).trim();
    said.push(line);
    if (line.startsWith('EHLO')) socket.write('250-plain\r\n250 8BITMIME\r\n');
    else if (line.startsWith('STARTTLS')) socket.write('502 not here\r\n');
    else if (line.startsWith('QUIT')) socket.end('221 bye\r\n');
    else socket.write('250 ok\r\n');
  });
  socket.on('error', () => undefined);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('security: a mail server elsewhere is spoken to encrypted or not at all, also when its address says nothing of it', async () => {
  expect(readSmtp('smtp://mail.candor.example:587').requireTLS).toBe(true);
  expect(readSmtp(`smtp://127.0.0.1:${port}`).requireTLS).toBe(false);
  // As one that is elsewhere.
  const transport = nodemailer.createTransport({ ...readSmtp(`smtp://127.0.0.1:${port}`), requireTLS: true });
  const mail = { from: 'a@candor.example', to: 'b@candor.example', subject: '123456', text: '123456' };
  await expect(transport.sendMail(mail)).rejects.toThrow(/STARTTLS|TLS/);
  expect(said.join('\n')).not.toMatch(/MAIL FROM|123456/);
});

it.each([
  { name: 'greets without end, a line at a time', say: '220-plain\r\n', everyMs: 5, error: /took longer than 300 ms/ },
  { name: 'says a line without end', say: '2'.repeat(20_000), everyMs: 1, error: /response|size|large|exceed/i },
])('a mail server that $name has its connection ended', async ({ say, everyMs, error }) => {
  let isEnded = false;
  const endless = createServer((socket) => {
    const timer = setInterval(() => socket.write(say), everyMs);
    socket.on('close', () => {
      clearInterval(timer);
      isEnded = true;
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const address = endless.address();
  const url = `smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  await expect(sendWithin(300, url, { from: 'a@candor.example', to: 'b@candor.example', text: 'a' })).rejects.toThrow(error);
  await expect.poll(() => isEnded).toBe(true);
  await new Promise((resolve) => endless.close(resolve));
});

import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { DomainError } from '../../platform/domain-error';
import { createSignInLog } from './accounts.sign-in-log';

it('security: a refused sign-in is logged by way, network and reason, and one that goes well is not', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const logRefusal = createSignInLog(pino({ base: null }, stream));
  const refuse = () => Promise.reject(new DomainError('LOGIN_FAILED', { detail: 'hunter2' }));
  await expect(logRefusal({ way: 'password', ip: '2001:db8:1:2:3::4' }, refuse)).rejects.toThrow('LOGIN_FAILED');
  expect(await logRefusal({ way: 'wallet', ip: '203.0.113.7' }, async () => 'token')).toBe('token');
  await expect(logRefusal({ way: 'passkey', ip: '203.0.113.7' }, () => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ way: 'password', code: 'LOGIN_FAILED', msg: 'a sign-in was refused' }]);
  expect(lines[0]).not.toContain('3::4');
  expect(lines[0]).not.toContain('hunter2');
});

import { describe, expect, it } from 'vitest';
import { isKeyOfAccount, streamKeyOf } from './stream-key';

const session = { userId: '7', mode: 'demo', upstream: 'x' } as const;

describe('the key of a shared stream', () => {
  it('security: differs by user, by mode and by session', () => {
    const keys = [session, { ...session, userId: '8' }, { ...session, mode: 'real' } as const, { ...session, upstream: 'y' }].map(
      streamKeyOf,
    );
    expect(new Set(keys).size).toBe(4);
  });
  it('security: is refused by a session of another user or mode, and without one', () => {
    const key = streamKeyOf(session);
    expect(isKeyOfAccount(key, { userId: '8', mode: 'demo' })).toBe(false);
    expect(isKeyOfAccount(key, { userId: '7', mode: 'real' })).toBe(false);
    expect(isKeyOfAccount(key, null)).toBe(false);
  });
  it('is taken after the same person signed in anew: the screen shows that account', () => {
    expect(isKeyOfAccount(streamKeyOf(session), { userId: '7', mode: 'demo' })).toBe(true);
  });
});

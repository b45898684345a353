import { describe, expect, it } from 'vitest';
import { AppError } from '../../errors/app-error';
import { createThrottledReader } from './throttled-reader';

const PACE = { pauseMs: 1, waitMs: 1 };
const never = new AbortController().signal;
function refusing(times: number, code: 'RATE_LIMITED' | 'SESSION_EXPIRED' = 'RATE_LIMITED') {
  const told = { asked: 0 };
  const read = async () => {
    told.asked += 1;
    if (told.asked <= times) throw new AppError(code);
    return 'rows';
  };
  return { told, read };
}

describe('reading many pages for one file', () => {
  it('goes on where the exchange was asked too often', async () => {
    const { told, read } = refusing(3);
    const patient = createThrottledReader(never, PACE);
    expect([await patient(read), await patient(read), told.asked]).toEqual(['rows', 'rows', 5]);
  });
  it('error: gives up in the end, and at once for any other refusal', async () => {
    const busy = refusing(100);
    await expect(createThrottledReader(never, PACE)(busy.read)).rejects.toThrow('RATE_LIMITED');
    expect(busy.told.asked).toBe(7);
    const ended = refusing(1, 'SESSION_EXPIRED');
    await expect(createThrottledReader(never, PACE)(ended.read)).rejects.toThrow('SESSION_EXPIRED');
    expect(ended.told.asked).toBe(1);
  });
  it('stops waiting when nobody wants the file any more', async () => {
    const controller = new AbortController();
    const waiting = createThrottledReader(controller.signal, { pauseMs: 1, waitMs: 600_000 })(refusing(1).read);
    controller.abort();
    await expect(waiting).rejects.toThrow();
  });
});

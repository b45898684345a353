import { z } from 'zod';
import { defineEndpoint, ACCESS_LOG_WRITES, reasonField } from './define';

const ADDRESS_LENGTH_MAX = 120;
const FEE_PER_BYTE_MAX = 9_999;
/** Each address of a file with each of its coins, and what it lacks. */
const LINES_MAX = 10_000;

export const sweepEndpoints = {
  /**
   * A file that moves the deposit addresses of a network to its hot wallet, unsigned. It is in the log; nothing is sent. `feePerByte` in
   * satoshi, for Bitcoin; `after`: where the last file ended. The file is in base64, empty where nothing is to be moved.
   */
  prepare: defineEndpoint({
    name: 'sweeps.prepare',
    access: 'session',
    permission: 'sweeps.prepare',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({
      network: z.string().min(1).max(30),
      feePerByte: z.number().int().min(1).max(FEE_PER_BYTE_MAX).nullable(),
      after: z.string().max(ADDRESS_LENGTH_MAX).default(''),
      reason: reasonField,
    }),
    output: z.strictObject({
      name: z.string(),
      file: z.string(),
      lines: z.array(z.string()).max(LINES_MAX),
      next: z.string().nullable(),
    }),
  }),
};

import 'server-only';
import type { z } from 'zod';
import type { Records, recordsQuerySchema } from '../../dto/balances';
import { accountRecords } from '../../protocol/balances';
import { isFullPage, toPageField } from '../pages';
import { type Caller, callAs } from '../upstream';
import { reshapeEntry } from './reshape';

/** Returns one page of ledger lines, newest first. @throws SESSION_REQUIRED, ASSET_UNKNOWN */
export async function listRecords(caller: Caller, query: z.infer<typeof recordsQuerySchema>): Promise<Records> {
  const rows = await callAs(caller, accountRecords, {
    type: query.type,
    coin: query.asset,
    page: toPageField(query.page),
    ref: query.reference,
  });
  return { entries: rows.map(reshapeEntry), hasMore: isFullPage(rows) };
}

import 'server-only';
import type { Outbox } from '../../dto/app';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { outbox } from '../../protocol/extensions';
import { callPublic, toIso } from '../upstream';

/** Returns the mails that the sandbox kept for an address, newest first. @throws FEATURE_NOT_OFFERED outside the sandbox */
export async function getOutbox({ to }: { to: string }): Promise<Outbox> {
  if (!getEnv().isSandbox) throw new AppError('FEATURE_NOT_OFFERED');
  const rows = await callPublic(outbox, { to });
  return { mails: rows.map(({ id, to: address, subject, text, time }) => ({ id, to: address, subject, text, at: toIso(time) })) };
}

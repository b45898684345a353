import 'server-only';
import type { Health } from '../../dto/app';
import { AppError } from '../../errors/app-error';
import { getFeatures } from './get-features';

/** The question must be answered while the exchange is slow, too. */
const WAIT_MS = 2_000;

/** Returns whether this process serves, and whether the exchange answered it within two seconds. */
export async function getHealth(): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'down'>((resolve) => {
    timer = setTimeout(() => resolve('down'), WAIT_MS);
  });
  const answered = getFeatures().then(
    () => 'up' as const,
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return 'down' as const;
    },
  );
  try {
    return { status: 'ok', upstream: await Promise.race([answered, late]) };
  } finally {
    clearTimeout(timer);
  }
}

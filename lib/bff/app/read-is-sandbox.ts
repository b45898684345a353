import 'server-only';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { getFeatures } from './get-features';

/** Returns whether money and market are simulated; while the exchange doesn't answer, what the settings say. */
export async function readIsSandbox(): Promise<boolean> {
  try {
    return (await getFeatures()).isSandbox;
  } catch (error) {
    if (error instanceof AppError) return getEnv().isSandbox;
    throw error;
  }
}

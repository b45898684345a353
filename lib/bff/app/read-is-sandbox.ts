import 'server-only';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { getFeatures } from './get-features';

/** Whether sandbox means are offered: the exchange's word, or the app's own setting while the exchange is silent. */
export function readIsSandbox(): Promise<boolean> {
  return readFlag('isSandbox');
}

/** Whether pages carry the mark of a simulated market: also where only the exchange behind the app is a sandbox. */
export function readIsSimulated(): Promise<boolean> {
  return readFlag('isSimulated');
}

async function readFlag(name: 'isSandbox' | 'isSimulated'): Promise<boolean> {
  try {
    return (await getFeatures())[name];
  } catch (error) {
    if (error instanceof AppError) return getEnv().isSandbox;
    throw error;
  }
}

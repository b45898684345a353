import 'server-only';
import { findFeatures } from './get-features';

/** Whether sandbox means are offered: the exchange's word, or the app's own setting while the exchange is silent. */
export async function readIsSandbox(): Promise<boolean> {
  return (await findFeatures()).isSandbox;
}

/** Whether pages carry the mark of a simulated market: also where only the exchange behind the app is a sandbox. */
export async function readIsSimulated(): Promise<boolean> {
  return (await findFeatures()).isSimulated;
}

import { readFile } from 'node:fs/promises';
import { ActRefused } from '../modules/operators/operators';

/** Returns what a file of JSON holds. @throws ActRefused */
export async function readJsonFile(path: string): Promise<object> {
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof read !== 'object' || read === null) throw new Error('not an object');
    return read;
  } catch (error) {
    throw new ActRefused('INPUT_INVALID', `${path} is no file of JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

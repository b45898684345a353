import type { ObjectPart } from '../../lib/operator/objects';
import type { ActionName } from '../modules/operators/operators';
import type { ListContext } from './desk';

export type OperatorContext = Pick<ListContext, 'db' | 'clock' | 'listMarkets'>;
/** What an object is, what can be done about it as it is now, and what the forms of that begin with. Moments are ISO, amounts decimals. */
export type Described = { parts: ObjectPart[]; acts: readonly ActionName[]; values?: Record<string, string> };
export type Describe = (context: OperatorContext, id: string) => Promise<Described>;
export type Fact = [name: string, value: string];

export const NOTHING: Described = { parts: [], acts: [] };
export const NUMBER = /^[1-9][0-9]{0,17}$/;
export const toIso = (at: number | Date | null) => (at === null ? '-' : new Date(at).toISOString());
export const write = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
export const writeFacts = (values: object): Fact[] => Object.entries(values).map(([name, value]): Fact => [name, write(value)]);

export type Half = 'exchange' | 'web';
export function ensureBuilt(options: { only?: Half[]; force?: boolean; say?: (text: string) => void }): Promise<void>;

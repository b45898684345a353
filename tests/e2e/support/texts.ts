import { readFileSync } from 'node:fs';

/** Returns the text of a message key such as `Layout.menu`; where it has placeholders, a pattern that fits any filling. */
export type Say = (key: string) => string | RegExp;
type Messages = { [key: string]: string | Messages };

/** Returns how a language says things, from its own catalogue. */
export function textsOf(locale: string): Say {
  return (key) => {
    const [namespace = '', ...path] = key.split('.');
    const file = namespace.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
    const messages: Messages = JSON.parse(readFileSync(`messages/${locale}/${file}.json`, 'utf8'));
    const text = path.reduce<string | Messages | undefined>((part, name) => (typeof part === 'object' ? part[name] : undefined), messages);
    if (typeof text !== 'string') throw new Error(`no message ${key} in ${locale}`);
    if (!text.includes('{')) return text;
    const parts = text.split(/\{[^{}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // Between a figure and its unit the page has a space that lines don't break at.
    return new RegExp(`^${parts.join('.+').replaceAll(' ', '\\s')}$`);
  };
}

import { Field } from '@/components/ui/field';
import { LOCALES } from '@/lib/protocol/wire';
import { LongField } from './fields';

/** A part of a text in each language; the only part of a plain text has no name. */
export type TextPart = { name: string; label: string; isLong?: boolean };
type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Props = { name: string; label: string; parts: readonly TextPart[]; initial?: Texts };

const nameOf = (field: string, lang: string, part: string) => `${field} ${lang} ${part}`;

/** Texts in the languages of the app: English first, the others folded away. */
export function TextsField({ name, label, parts, initial = {} }: Props) {
  const [english, ...others] = LOCALES.map((lang) => (
    <fieldset className="grid gap-2" key={lang}>
      <legend className="pb-1 text-ink-2 text-small">
        {label}, {lang}
      </legend>
      {parts.map(({ name: part, label: of, isLong = false }) => {
        const common = { label: `${of} (${lang})`, name: nameOf(name, lang, part), defaultValue: initial[lang]?.[part] ?? '', lang };
        return isLong ? <LongField isOptional key={part} {...common} /> : <Field autoComplete="off" key={part} {...common} />;
      })}
    </fieldset>
  ));
  return (
    <>
      {english}
      <details>
        <summary className="min-h-11 cursor-pointer content-center text-accent text-small">Further languages</summary>
        <div className="grid gap-4 pt-1">{others}</div>
      </details>
    </>
  );
}

/** Returns the texts that were typed, by language: those that are as they were at first are left out. */
export function readTexts({ name, parts, initial = {} }: Omit<Props, 'label'>, values: FormData): Record<string, unknown> {
  const typed = LOCALES.flatMap((lang) => {
    const texts = parts.map(({ name: part }) => [part, String(values.get(nameOf(name, lang, part)) ?? '').trim()] as const);
    const isAsBefore = texts.every(([part, text]) => text === (initial[lang]?.[part] ?? '').trim());
    if (isAsBefore) return [];
    return [[lang, parts[0]?.name === '' ? texts[0]?.[1] : Object.fromEntries(texts)] as const];
  });
  return Object.fromEntries(typed);
}

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FILTER_WORD, FILTER_WORD_MAX } from '@/lib/operator/list-columns';

type Option = string | readonly [value: string, label: string];
/** What narrows a list: one of `options`, else a word; `of: 'user'`: the number of one. */
export type FilterField = { name: string; label: string; options?: readonly Option[]; of?: 'user' };
/** Rows of one person, by their number: the one thing of a person that stands in an address. */
export const USER_FIELD: FilterField = { name: 'user', label: 'Number of a user', of: 'user' };
type Props = {
  path: string;
  fields: readonly FilterField[];
  chosen: Readonly<Record<string, string | null | undefined>>;
  /** What stays as it is. */
  kept?: Readonly<Record<string, string>>;
};

/** Narrows a list. All of it stands in the address, so that a saved view keeps it; nothing of a person does but a number. */
export function FilterForm({ path, fields, chosen, kept = {} }: Props) {
  const [first] = fields.filter(({ options }) => options === undefined);
  return (
    <form action={path} className="flex flex-wrap items-center gap-2 pb-4" method="get">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      {fields.map(({ name, label, options, of }) =>
        options === undefined ? (
          <div className="min-w-40 flex-1 sm:max-w-64" key={name}>
            <Field
              autoComplete="off"
              data-search={name === first?.name || undefined}
              defaultValue={chosen[name] ?? ''}
              inputMode={of === 'user' ? 'numeric' : undefined}
              label={label}
              maxLength={FILTER_WORD_MAX}
              name={name}
              pattern={of === 'user' ? '[1-9][0-9]{0,17}' : FILTER_WORD}
            />
          </div>
        ) : (
          <Select chosen={chosen[name] ?? ''} key={name} label={label} name={name} options={options} />
        ),
      )}
      <Button size="small" type="submit" variant="ghost">
        Narrow
      </Button>
    </form>
  );
}

function Select({ name, label, options, chosen }: { name: string; label: string; options: readonly Option[]; chosen: string }) {
  return (
    <label className="grid min-w-36 gap-0.5 rounded-field bg-surface-2 px-4 py-2.5 outline-offset-2 focus-within:outline-2 focus-within:outline-accent max-sm:flex-1">
      <span className="text-ink-2 text-micro">{label}</span>
      <select className="-ms-1 w-full bg-transparent font-strong text-ink-1 outline-none" defaultValue={chosen} key={chosen} name={name}>
        <option value="">any</option>
        {options.map((option) => {
          const [value, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {text}
            </option>
          );
        })}
      </select>
    </label>
  );
}

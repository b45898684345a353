import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FILTER_WORD, FILTER_WORD_MAX } from '@/lib/operator/list-columns';
import { Select } from './fields';

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

const toChoice = (option: Option) =>
  typeof option === 'string' ? { value: option, label: option } : { value: option[0], label: option[1] };

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
          <div className="min-w-36 max-sm:flex-1" key={name}>
            <Select
              defaultValue={chosen[name] ?? ''}
              key={chosen[name] ?? ''}
              label={label}
              name={name}
              options={[{ value: '', label: 'any' }, ...options.map(toChoice)]}
            />
          </div>
        ),
      )}
      <Button size="small" type="submit" variant="ghost">
        Narrow
      </Button>
    </form>
  );
}

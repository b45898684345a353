import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { WAITED_MINUTES } from '@/lib/operator/queues';
import { LOCALES } from '@/lib/protocol/wire';
import { writeSpan } from './words';

type Props = {
  path: string;
  filter: string;
  user: string | null;
  operators: readonly string[];
  lang?: string | null;
  waited?: number | null;
  holder?: string | null;
};
type Option = readonly [value: string, label: string];
const MINUTE_MS = 60_000;

/** Narrows the support inbox by user, who sees to it, how long somebody has waited, and their language. All of it stands in the address. */
export function SupportFilters({ path, filter, user, operators, lang = null, waited = null, holder = null }: Props) {
  return (
    <form action={path} className="flex flex-wrap items-end gap-2 pb-4" method="get">
      <input name="filter" type="hidden" value={filter} />
      <div className="min-w-36 flex-1 sm:max-w-52">
        <Field
          autoComplete="off"
          data-search
          defaultValue={user ?? ''}
          inputMode="numeric"
          label="Number of a user"
          name="user"
          pattern="[1-9][0-9]{0,17}"
        />
      </div>
      <Select chosen={holder} label="Seen to by" name="holder" options={operators.map((name) => [name, name])} />
      <Select
        chosen={waited === null ? null : String(waited)}
        label="Waits for"
        name="waited"
        options={WAITED_MINUTES.map((minutes) => [String(minutes), `over ${writeSpan(minutes * MINUTE_MS)}`])}
      />
      <Select chosen={lang} label="Language" name="lang" options={LOCALES.map((code) => [code, code])} />
      <Button size="small" type="submit" variant="ghost">
        Narrow
      </Button>
    </form>
  );
}

function Select({ name, label, options, chosen }: { name: string; label: string; options: readonly Option[]; chosen: string | null }) {
  return (
    <label className="grid min-w-28 gap-0.5 rounded-field bg-surface-2 px-4 py-2.5">
      <span className="text-ink-2 text-micro">{label}</span>
      <select className="w-full bg-transparent font-strong text-ink-1" defaultValue={chosen ?? ''} name={name}>
        <option value="">any</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

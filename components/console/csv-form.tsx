import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';

type Filters = Readonly<Record<string, string>>;
type Props = { report: string; day: string; hasDay?: boolean; filters?: Filters; label: string };

/** Takes a report away as a file, for a reason that stays in the log. Without `hasDay` it is the list as it is now. */
export function CsvForm({ report, day, hasDay = false, filters = {}, label }: Props) {
  return (
    <form action="/api/operator/csv" className="grid gap-2" encType="application/x-www-form-urlencoded" method="post">
      <input name="report" type="hidden" value={report} />
      <input name="filters" type="hidden" value={JSON.stringify(filters)} />
      {hasDay ? (
        <Field defaultValue={day} label="Day (UTC)" max={day} name="day" required type="date" />
      ) : (
        <input name="day" type="hidden" value={day} />
      )}
      <Field autoComplete="off" label="Reason (in the log for good)" maxLength={500} name="reason" required />
      <Button size="small" type="submit" variant="ghost">
        {label}
      </Button>
    </form>
  );
}

/** The same, folded away below a list, narrowed as the list is. */
export function CsvOf({ report, filters, name = 'This list' }: { report: string; filters?: Filters; name?: string | undefined }) {
  return (
    <details className="pt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent text-small">{name} as CSV</summary>
      <div className="max-w-[24rem] pt-1">
        <CsvForm day={new Date().toISOString().slice(0, 10)} filters={filters} label="Download" report={report} />
      </div>
    </details>
  );
}

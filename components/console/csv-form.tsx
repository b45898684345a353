import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';

/** Takes a report away as a file, for a reason that stays in the log. Without `hasDay` it is the list as it is now. */
export function CsvForm({ report, day, hasDay = false, label }: { report: string; day: string; hasDay?: boolean; label: string }) {
  return (
    <form action="/api/operator/csv" className="grid gap-2" encType="application/x-www-form-urlencoded" method="post">
      <input name="report" type="hidden" value={report} />
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

/** The same, folded away below a list. */
export function CsvOf({ report, name = 'This list' }: { report: string; name?: string }) {
  return (
    <details className="pt-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent text-small">{name} as CSV</summary>
      <div className="max-w-[24rem] pt-1">
        <CsvForm day={new Date().toISOString().slice(0, 10)} label="Download" report={report} />
      </div>
    </details>
  );
}

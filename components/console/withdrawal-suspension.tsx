import { ActionForm } from './action-form';
import { Part } from './parts';
import { useFormatter } from './format-context';

/** Keeps the money of an account in, or asks for it to be let go again. `since` in ms; null: nothing is kept in. */
export function WithdrawalSuspension({ user, since }: { user: string; since: number | null }) {
  const format = useFormatter();
  const isSuspended = since !== null;
  return (
    <Part title={isSuspended ? 'Resume the withdrawals' : 'Suspend the withdrawals'}>
      <p className="text-ink-2 text-small">
        {isSuspended
          ? `Suspended since ${format.time(since)}. Two agree on letting them go again.`
          : 'At once: what waits or is approved goes back. Signing in, trading and deposits go on.'}
      </p>
      <div className="max-w-[28rem]">
        <ActionForm
          act={isSuspended ? 'withdrawals.resume' : 'withdrawals.suspend'}
          input={{ user }}
          label={isSuspended ? 'Ask to resume them' : 'Suspend them'}
        />
      </div>
    </Part>
  );
}

import { ActionForm } from './action-form';
import { Part } from './parts';
import { useFormatter } from './format-context';

/** Freezes an account by the house, or asks for that freeze to be lifted; its owner's own is another one. `since` in ms; null: the house froze nothing. */
export function HouseFreeze({ user, since }: { user: string; since: number | null }) {
  const format = useFormatter();
  const isFrozen = since !== null;
  return (
    <Part title={isFrozen ? 'Unfreeze the account' : 'Freeze the account'}>
      <p className="text-ink-2 text-small">
        {isFrozen
          ? `Frozen by the house since ${format.time(since)}. Two agree on lifting it. A freeze that its owner made stays.`
          : 'At once: every session ends, nobody signs in, no money leaves.'}
      </p>
      <ActionForm
        act={isFrozen ? 'account.unfreeze' : 'account.freeze'}
        input={{ user }}
        label={isFrozen ? 'Ask to unfreeze it' : 'Freeze it'}
      />
    </Part>
  );
}

import { ActionForm } from './action-form';
import { Part } from './parts';
import { useFormatter } from './format-context';

/** Asks for an authenticator to be taken away that its owner says somebody else bound. `since` in ms: when a mailed link said so. */
export function ContestedFactor({ user, since }: { user: string; since: number }) {
  const format = useFormatter();
  return (
    <Part title="Take the contested authenticator away">
      <p className="text-ink-2 text-small">
        {`Contested since ${format.time(since)}. Look who asks: documents of the verification, what only the owner knows. Two agree on it, three days after that at the earliest; whoever uses it meanwhile keeps it.`}
      </p>
      <div className="max-w-[28rem]">
        <ActionForm act="account.remove-factor" input={{ user }} label="Ask to take it away" />
      </div>
    </Part>
  );
}

import { ActionForm } from './action-form';
import { Part } from './parts';

type Texts = Readonly<Record<string, { q: string; a: string }>>;
type Props = { entry: string; texts: Texts; version: number; isChanged: boolean };
const PARTS = [
  { name: 'q', label: 'Question' },
  { name: 'a', label: 'Answer', isLong: true },
];
const NOTE = { name: 'note', label: 'What changed, for other operators' };

/** Changes what the help centre says in the languages that are written anew, or takes every change back; each by two. */
export function HelpActions({ entry, texts, version, isChanged }: Props) {
  // What is asked for holds for the version that is read here, and for no other.
  const input = { entry, base: version };
  return (
    <>
      <Part title="Change the text">
        <p className="text-ink-2 text-small">
          What you don't touch stays. Words in braces are filled with figures of the exchange. A change of meaning is a change in every
          language.
        </p>
        <ActionForm
          act="help.change"
          fields={[{ name: 'texts', label: 'What members read', kind: 'texts', parts: PARTS, initial: texts }, NOTE]}
          input={input}
          // What stands there now is where the next change begins.
          key={version}
          label="Ask for the change"
          variant="action"
        />
      </Part>
      {isChanged ? (
        <Part title="Show it as it ships">
          <ActionForm act="help.restore" fields={[NOTE]} input={input} label="Ask to take every change back" />
        </Part>
      ) : null}
    </>
  );
}

import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Field } from './field';
import { useValidationMessage } from './use-validation-message';

type Listeners = ReturnType<typeof useValidationMessage>['listeners'];

function Probe({ onInput, take }: { onInput: () => void; take: (listeners: Listeners) => void }) {
  take(useValidationMessage({ onInput }).listeners);
  return null;
}

it("a field's own listener is called beside that of its complaint, and a refusal is said", () => {
  let isHeard = false;
  let taken: Listeners | undefined;
  const hear = () => {
    isHeard = true;
  };
  const take = (listeners: Listeners) => {
    taken = listeners;
  };
  renderToString(<Probe onInput={hear} take={take} />);
  taken?.onInput({} as Parameters<Listeners['onInput']>[0]);
  expect(isHeard).toBe(true);
  expect(renderToString(<Field error="Refused" label="Amount" readOnly value="1" />)).toMatch(/aria-invalid="true".*Refused/);
});

'use client';
import { type InputHTMLAttributes, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Own<C> = Pick<InputHTMLAttributes<C>, 'value' | 'onInput' | 'onInvalid'>;
type Listener<C, Name extends 'onInput' | 'onInvalid'> = NonNullable<Own<C>[Name]>;
const INVALID = 'input:invalid, select:invalid, textarea:invalid';

/**
 * Says in the page's language what keeps a form from being sent, in place of the browser's own bubble, which speaks the browser's. The layout
 * leaves the sentences on the page, so that every field has them; where it left none, the bubble stays. A complaint goes once the value changes,
 * also where nobody typed it; listeners of the field's own are called as well.
 */
export function useValidationMessage<C extends Control = HTMLInputElement>({ value, onInput, onInvalid }: Own<C> = {}) {
  const [complaint, setComplaint] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  if (!Object.is(value, seen)) {
    setSeen(value);
    setComplaint(null);
  }
  const complain: Listener<C, 'onInvalid'> = (event) => {
    onInvalid?.(event);
    const control = event.currentTarget;
    const said = readComplaint(control);
    if (said === undefined) return;
    event.preventDefault();
    setComplaint(said);
    // Without its bubble a browser leaves the focus on the button.
    if (control.form?.querySelector(INVALID) === control) control.focus();
  };
  const forget: Listener<C, 'onInput'> = (event) => {
    onInput?.(event);
    setComplaint(null);
  };
  return { complaint, listeners: { onInvalid: complain, onInput: forget } };
}

function readComplaint({ type, validity }: Control): string | undefined {
  const { fieldEmpty, fieldUnticked, fieldEmail, fieldWrong } = document.body.dataset;
  if (validity.valueMissing) return type === 'checkbox' ? fieldUnticked : fieldEmpty;
  return validity.typeMismatch && type === 'email' ? fieldEmail : fieldWrong;
}

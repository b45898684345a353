'use client';
import { type FormEvent, useState } from 'react';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const INVALID = 'input:invalid, select:invalid, textarea:invalid';

/**
 * Says in the page's language what keeps a form from being sent, in place of the browser's own bubble, which speaks the browser's. The layout
 * leaves the sentences on the page, so that every field has them; where it left none, the bubble stays.
 */
export function useComplaint() {
  const [complaint, setComplaint] = useState<string | null>(null);
  const onInvalid = (event: FormEvent<Control>) => {
    const control = event.currentTarget;
    const said = readComplaint(control);
    if (said === undefined) return;
    event.preventDefault();
    setComplaint(said);
    // Without its bubble a browser leaves the focus on the button.
    if (control.form?.querySelector(INVALID) === control) control.focus();
  };
  return { complaint, listeners: { onInvalid, onInput: () => setComplaint(null) } };
}

function readComplaint({ type, validity }: Control): string | undefined {
  const { fieldEmpty, fieldUnticked, fieldEmail, fieldWrong } = document.body.dataset;
  if (validity.valueMissing) return type === 'checkbox' ? fieldUnticked : fieldEmpty;
  return validity.typeMismatch && type === 'email' ? fieldEmail : fieldWrong;
}

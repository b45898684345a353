'use client';
import { useRef } from 'react';

type Options<Answer> = { onSuccess?: ((answer: Answer) => void) | undefined; onSettled: () => void };
type Write<Input, Answer> = { mutate: (input: Input, options: Options<Answer>) => void };

/** Returns a `mutate` that does nothing while it runs: a second tap can come before the first one has been drawn as busy. */
export function useSendOnce<Input, Answer>({ mutate }: Write<Input, Answer>): (input: Input, onSuccess?: (answer: Answer) => void) => void {
  const isSending = useRef(false);
  return (input, onSuccess) => {
    if (isSending.current) return;
    isSending.current = true;
    mutate(input, {
      onSuccess,
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
}

'use client';
import { useRef } from 'react';

type Write<Input, Answer> = { mutateAsync: (input: Input) => Promise<Answer> };

/**
 * Returns a `mutate` that does nothing while it runs: a second tap can come before the first one has been drawn as busy. Its refusal is the
 * mutation's `error`. `onSuccess` is called even when the mutation was reset meanwhile, which drops the callbacks that it was given.
 */
export function useSendOnce<Input, Answer>({
  mutateAsync,
}: Write<Input, Answer>): (input: Input, onSuccess?: (answer: Answer) => void) => void {
  const isSending = useRef(false);
  return (input, onSuccess) => {
    if (isSending.current) return;
    isSending.current = true;
    mutateAsync(input)
      .finally(() => {
        isSending.current = false;
      })
      .then(onSuccess, () => undefined);
  };
}

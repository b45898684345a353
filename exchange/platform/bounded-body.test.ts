import { expect, it } from 'vitest';
import { AnswerTooLarge, readBounded } from './bounded-body';

it('a body is read to its bound; one that never ends is read no further and let go of', async () => {
  let given = 0;
  let isLetGo = false;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      given += 10;
      controller.enqueue(new Uint8Array(10));
    },
    cancel() {
      isLetGo = true;
    },
  });
  await expect(readBounded({ body: endless }, 100)).rejects.toEqual(new AnswerTooLarge(100));
  expect(isLetGo).toBe(true);
  expect(given).toBeLessThan(150);
  expect((await readBounded(new Response('a'.repeat(100)), 100)).length).toBe(100);
  expect((await readBounded(new Response(null), 100)).length).toBe(0);
});

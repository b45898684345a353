import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BusFailure, MESSAGE_BYTES_MAX } from './bus';

const SIGNATURE_BYTES = 32;

/** What is answered: the answer, or that nothing was done (`refused`) or that nobody knows (`fault`). */
const replySchema = z.union([z.strictObject({ answer: z.unknown() }), z.strictObject({ failed: z.enum(['refused', 'fault']) })]);
export type Reply = z.infer<typeof replySchema>;

/**
 * Signs and reads messages. Whoever reaches the server without the secret can neither read commands into an exchange nor answer for one; the
 * subject is signed too, so that no message counts where it was not meant.
 */
export function createMessages(secret: string) {
  const sign = (subject: string, body: Uint8Array) => createHmac('sha256', secret).update(subject).update('\n').update(body).digest();
  return {
    /** @throws BusFailure when it is too large */
    seal(subject: string, message: unknown): Uint8Array {
      const body = Buffer.from(JSON.stringify(message));
      if (body.length > MESSAGE_BYTES_MAX) throw new BusFailure('unsent');
      return Buffer.concat([sign(subject, body), body]);
    },
    /** Returns the message, undefined when it is not one of ours. */
    open(subject: string, data: Uint8Array): unknown {
      const [signature, body] = [data.subarray(0, SIGNATURE_BYTES), data.subarray(SIGNATURE_BYTES)];
      if (signature.length !== SIGNATURE_BYTES || body.length > MESSAGE_BYTES_MAX) return undefined;
      if (!timingSafeEqual(signature, sign(subject, body))) return undefined;
      try {
        return JSON.parse(Buffer.from(body).toString()) as unknown;
      } catch {
        return undefined;
      }
    },
  };
}

/** Returns the answer that a reply carries. @throws BusFailure */
export function answerOfReply<A>(reply: unknown, schema: z.ZodType<A>): A {
  const parsed = replySchema.safeParse(reply);
  if (!parsed.success) throw new BusFailure('unanswered', { cause: parsed.error });
  if ('failed' in parsed.data) throw new BusFailure(parsed.data.failed === 'refused' ? 'refused' : 'unanswered');
  const answer = schema.safeParse(parsed.data.answer);
  if (!answer.success) throw new BusFailure('unanswered', { cause: answer.error });
  return answer.data;
}

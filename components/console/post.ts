'use client';

export type Posted<T> = { ok: true; data: T } | { ok: false; message: string; code?: string };

/** Sends what an operator does. The answer says what went wrong in a sentence; a lost session leads to the sign-in. */
export async function post<T>(endpoint: string, input: unknown): Promise<Posted<T>> {
  try {
    const answer = await fetch(`/api/operator/${endpoint}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body = (await answer.json()) as { data?: T; error?: { code: string; message: string } };
    if (answer.ok) return { ok: true, data: body.data as T };
    if (body.error?.code === 'SESSION_REQUIRED') window.location.assign('/operator/sign-in');
    return { ok: false, message: body.error?.message ?? 'It failed.', ...(body.error && { code: body.error.code }) };
  } catch {
    return { ok: false, message: 'The console did not answer. Look whether it was done before you try again.' };
  }
}

import { describe, expect, it } from 'vitest';
import { type UploadSource, withUpload } from './read-upload';

const PACE = { graceMs: 50, bytesPerSecond: 1_000_000, deadlineMs: 10_000 };
const PATIENT = { ...PACE, graceMs: 600_000 };
const HEADERS = { 'content-type': 'multipart/form-data; boundary=cut' };
const TOKEN = '--cut\r\nContent-Disposition: form-data; name="token"\r\n\r\nx\r\n--cut--\r\n';
const member = (id: string): UploadSource => ({ isMember: true, id });
const stranger = (id: string): UploadSource => ({ isMember: false, id });

const post = (body: ReadableStream<Uint8Array> | string) =>
  new Request('http://candor.example/api/handoff/picture', { method: 'POST', headers: HEADERS, body, duplex: 'half' } as RequestInit);
/** A form of which nothing comes until it is let go. */
function slowForm() {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode(TOKEN));
        controller.close();
      };
    },
  });
  return { request: post(body), end: () => end() };
}
const take = async (request: Request, source: UploadSource, pace = PATIENT) => {
  try {
    return await withUpload(request, { source, pace }, async (input) => String(input.token));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('security: forms with pictures', () => {
  it('that come in too slowly lose their place, and say so', async () => {
    const { request } = slowForm();
    expect(await take(request, stranger('a'), PACE)).toBe('PICTURES_BUSY');
    expect(await take(post(TOKEN), stranger('a'))).toBe('x');
  });
  it('of strangers leave places to members, those of one network to others', async () => {
    const held = ['a', 'a', 'a', 'b', 'b', 'c', 'c', 'd'].map((id) => ({ id, form: slowForm() }));
    const answers = held.map(({ id, form }) => take(form.request, stranger(id)));
    expect(await answers[2]).toBe('PICTURES_BUSY');
    expect(await answers[7]).toBe('PICTURES_BUSY');
    expect([await take(post(TOKEN), stranger('e')), await take(post(TOKEN), member('7'))]).toEqual(['PICTURES_BUSY', 'x']);
    for (const { form } of held) form.end();
    expect((await Promise.all(answers)).filter((answer) => answer === 'x')).toHaveLength(6);
    expect(await take(post(TOKEN), stranger('e'))).toBe('x');
  });
  it('of one member are a few at once', async () => {
    const held = [0, 1, 2].map(() => slowForm());
    const answers = held.map(({ request }) => take(request, member('7')));
    expect([await take(post(TOKEN), member('7')), await take(post(TOKEN), member('8'))]).toEqual(['PICTURES_BUSY', 'x']);
    for (const { end } of held) end();
    await Promise.all(answers);
  });
});

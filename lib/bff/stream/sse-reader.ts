export type SseEvent = { id: string | null; event: string; data: string };

/** An event longer than this is no event of ours; the line is then given up. */
const EVENT_LENGTH_MAX = 512 * 1024;

/** Returns a function that takes text as it arrives and gives the events that are complete. @throws RangeError for an endless event */
export function createSseReader(): (text: string) => SseEvent[] {
  let rest = '';
  return (text) => {
    rest += text;
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    if (rest.length > EVENT_LENGTH_MAX) throw new RangeError('an event without end');
    return blocks.flatMap(readBlock);
  };
}

function readBlock(block: string): SseEvent[] {
  const event: SseEvent = { id: null, event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event.event = value;
    else if (name === 'id') event.id = value;
  }
  return data.length === 0 ? [] : [{ ...event, data: data.join('\n') }];
}

/** Returns the text of one event. */
export function writeSse({ id, event, data }: { id?: string | null | undefined; event: string; data: unknown }): string {
  return `${id == null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

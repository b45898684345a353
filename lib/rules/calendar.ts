/** Calendar files (iCalendar, RFC 5545) of instants: when positions end. */

/** `id` is unique for good, so that a file that is imported again changes nothing; `at` in ISO 8601. */
export type CalendarEvent = { id: string; at: string; title: string };

/** What a line may have before it has to be folded, in octets. */
const LINE_OCTETS_MAX = 75;

/** Returns the text of a calendar file with one event of a quarter of an hour for each instant. `madeAt` in ISO 8601; lines end with CR LF and are folded. */
export function writeCalendar({ name, madeAt, events }: { name: string; madeAt: string; events: readonly CalendarEvent[] }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(name)}//EN`,
    ...events.flatMap(({ id, at, title }) => [
      'BEGIN:VEVENT',
      `UID:${id}`,
      `DTSTAMP:${toStamp(madeAt)}`,
      `DTSTART:${toStamp(at)}`,
      'DURATION:PT15M',
      `SUMMARY:${escapeText(title)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

function toStamp(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');
}

/** Whole characters only: a line is never cut inside one. */
function foldLine(line: string): string {
  const encoder = new TextEncoder();
  let octets = 0;
  let folded = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS_MAX) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

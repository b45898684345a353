import { describe, expect, it } from 'vitest';
import { readJsonText } from './json-text';

const GOOD = '{"status":1,"info":{"id":"1"}}';
const REFUSED = '{"status":0,"info":"no"}';
const WARNING = '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/www/User.php</b> on line <b>214</b><br />\n';

describe('JSON among other things', () => {
  it.each([
    { name: 'a byte-order mark', body: `\uFEFF${GOOD}` },
    { name: 'a warning before it', body: WARNING + GOOD },
    { name: 'a warning behind it', body: GOOD + WARNING },
    { name: 'warnings on both sides', body: WARNING + GOOD + WARNING },
    { name: 'a warning in plain text behind it', body: `${GOOD}\n\nWarning: mail(): no {"host"} in /www/a.php on line 3\n` },
    { name: 'a notice and a deprecation behind it', body: `${GOOD}\nPHP Notice:  x in y\nPHP Deprecated:  z` },
    { name: 'JSON in the warning before it', body: `Warning: bad input {"a":1} in x.php\n${GOOD}` },
  ])('is read with $name', ({ body }) => expect(readJsonText(body)).toEqual({ status: 1, info: { id: '1' } }));
});

describe('error: what does not say one thing says nothing', () => {
  it.each([
    { name: 'a refusal and then a success', body: REFUSED + GOOD },
    { name: 'a success and then a refusal', body: GOOD + REFUSED },
    { name: 'the same behind a warning', body: WARNING + REFUSED + GOOD },
    { name: 'a truncated refusal around a success', body: `{"status":0,"info":${GOOD}` },
    { name: 'the same behind a warning', body: `${WARNING}{"status":0,"info":${GOOD}` },
    { name: 'a script that died behind its answer', body: `${GOOD}<br />\n<b>Fatal error</b>: Uncaught PDOException` },
    { name: 'a script that warned and then died', body: `${GOOD}${WARNING}<b>Fatal error</b>: Allowed memory size exhausted` },
    { name: 'words behind it', body: `${GOOD} bye` },
    { name: 'two statuses', body: '{"status":0,"info":"no","status":1}' },
    { name: 'two answers under one name', body: '{"status":1,"info":{"id":"1"},"info":{"id":"2"}}' },
    { name: 'NaN', body: '{"status":1,"info":NaN}' },
    { name: 'half of it', body: GOOD.slice(0, -4) },
    { name: '200,000 lists in each other', body: `{"status":1,"info":${'['.repeat(200_000)}1.5${']'.repeat(200_000)}}` },
  ])('$name', ({ body }) => expect(readJsonText(body)).toBeNull());
  it('a name that is used on two levels is no double', () =>
    expect(readJsonText('{"status":1,"info":{"status":0}}')).toEqual({ status: 1, info: { status: 0 } }));
  it('4 MB of beginnings are read once, not once each', () => {
    const body = `x${'{"a":1} '.repeat(500_000)}`;
    expect(readJsonText(body)).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { formatDuration } from './duration';

const GAP = '\u00a0';

it.each([
  [45, 'en', `45${GAP}seconds`],
  [90, 'en', `90${GAP}seconds`],
  [300, 'en', `5${GAP}minutes`],
  [86_400, 'en', `24${GAP}hours`],
  [60, 'de', `1${GAP}Minute`],
  [25, 'zh-CN', `25${GAP}秒`],
  [86_400, 'zh-TW', `24${GAP}小時`],
  [25, 'ja', '25秒'],
  [86_400, 'ja', '24時間'],
])('says %i seconds in %s as %s', (seconds, locale, words) => {
  expect(formatDuration(seconds, locale)).toBe(words);
});

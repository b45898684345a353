import type { Tx } from '../../platform/db';

/** Open, high, low, close in ticks and volume in steps. */
export type MinuteCandle = [open: number, high: number, low: number, close: number, volume: number];

/** Stores one minute of all markets; of two processes that saw it, the one with more prints stays. */
export async function upsertMinute(
  tx: Tx,
  input: { minute: number; samples: number; candles: Record<string, MinuteCandle> },
): Promise<void> {
  await tx.query(
    `INSERT INTO price_minutes (minute, samples, candles) VALUES ($1, $2, $3::jsonb)
     ON CONFLICT (minute) DO UPDATE SET samples = excluded.samples, candles = excluded.candles WHERE excluded.samples > price_minutes.samples`,
    [input.minute, input.samples, JSON.stringify(input.candles)],
  );
}

/** Recorded minutes of one market with from <= minute < to, ascending; `minute` counts since 1970. */
export async function listMinutes(
  tx: Tx,
  input: { market: string; from: number; to: number },
): Promise<{ minute: number; candle: MinuteCandle }[]> {
  const { rows } = await tx.query<{ minute: string; candle: MinuteCandle }>(
    'SELECT minute, candles -> $1 AS candle FROM price_minutes WHERE minute >= $2 AND minute < $3 AND candles ? $1 ORDER BY minute',
    [input.market, input.from, input.to],
  );
  return rows.map(({ minute, candle }) => ({ minute: Number(minute), candle }));
}

/** Days (since 1970) that have a recorded minute. From each the index leads to the next one: a year of minutes is not read at every start. */
export async function listRecordedDays(tx: Tx): Promise<number[]> {
  const { rows } = await tx.query<{ day: string }>(
    `WITH RECURSIVE days AS (
       (SELECT minute / 1440 AS day FROM price_minutes ORDER BY minute LIMIT 1)
       UNION ALL
       SELECT (SELECT minute / 1440 FROM price_minutes WHERE minute >= (days.day + 1) * 1440 ORDER BY minute LIMIT 1) FROM days WHERE days.day IS NOT NULL)
     SELECT day FROM days WHERE day IS NOT NULL`,
  );
  return rows.map(({ day }) => Number(day));
}

export async function pruneMinutes(tx: Tx, before: number): Promise<number> {
  return (await tx.query('DELETE FROM price_minutes WHERE minute < $1', [before])).rowCount;
}

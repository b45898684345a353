import 'server-only';
import { cookies } from 'next/headers';
import { type Theme, THEMES, TREND_COLOURS, type TrendColours } from '../dto/session';
import { PREFERENCE_COOKIES } from '../session/options';

export type DisplayPreferences = { theme: Theme; trend: TrendColours };

/** Returns how this browser wants the app to look: dark and green-up when it never chose. */
export async function readDisplayPreferences(): Promise<DisplayPreferences> {
  const jar = await cookies();
  const theme = jar.get(PREFERENCE_COOKIES.theme)?.value;
  const trend = jar.get(PREFERENCE_COOKIES.trend)?.value;
  return { theme: THEMES.find((known) => known === theme) ?? 'dark', trend: TREND_COLOURS.find((known) => known === trend) ?? 'green-up' };
}

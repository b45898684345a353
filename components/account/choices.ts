import type { Theme, TrendColours } from '@/lib/dto/session';

/** In the order in which the switches show them. The browser must not load the schemas for two short lists. */
export const THEME_CHOICES = ['dark', 'day'] as const satisfies readonly Theme[];
export const TREND_CHOICES = ['green-up', 'red-up', 'blue-orange'] as const satisfies readonly TrendColours[];

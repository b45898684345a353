'use client';
import { IconButton } from '../ui/button';
import { Icon } from '../ui/icon';
import { chooseTheme, useTheme } from './use-preferences';

/** Day or dark at once, without a reload. */
export function ThemeToggle({ toDayLabel, toDarkLabel }: { toDayLabel: string; toDarkLabel: string }) {
  const theme = useTheme();
  const isDay = theme === 'day';
  const toggle = () => {
    // The look has changed already; a browser that can't reach the server keeps it for this page only.
    chooseTheme(isDay ? 'dark' : 'day').catch(() => undefined);
  };
  return (
    <IconButton label={isDay ? toDarkLabel : toDayLabel} onClick={toggle}>
      <Icon name={isDay ? 'moon' : 'sun'} />
    </IconButton>
  );
}

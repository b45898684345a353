'use client';
import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { IconButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { useStar } from './use-favourites';

/** Turns the star of one market on or off. */
export const FavouriteStar = memo(function FavouriteStar({ symbol, className = '' }: { symbol: string; className?: string }) {
  const t = useTranslations('Market');
  const { isOn, toggle } = useStar(symbol);
  return (
    <IconButton
      aria-pressed={isOn}
      className={`${isOn ? 'text-accent' : ''} ${className}`}
      label={t('favourite', { market: symbol.replace('-', '/') })}
      onClick={toggle}
    >
      <Icon isFilled={isOn} name="star" size={20} />
    </IconButton>
  );
});

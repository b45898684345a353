'use client';
import { useTranslations } from 'next-intl';
import { useMember } from './member-context';

/** The account that something acts on, in its frame: real solid, demo dashed. */
export function AccountBadge({ className = '' }: { className?: string }) {
  const t = useTranslations('Layout');
  const { mode } = useMember();
  return <span className={`account-badge ${className}`}>{t(`mode.${mode}`)}</span>;
}

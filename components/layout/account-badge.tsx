'use client';
import { useTranslations } from 'next-intl';
import { useMember } from './member-context';

/** Badge of the account mode: real with a solid border, demo dashed. */
export function AccountBadge({ className = '' }: { className?: string }) {
  const t = useTranslations('Layout');
  const { mode } = useMember();
  return <span className={`account-badge ${className}`}>{t(`mode.${mode}`)}</span>;
}

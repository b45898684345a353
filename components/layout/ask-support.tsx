'use client';
import { useTranslations } from 'next-intl';
import type { SupportSubject } from '@/lib/rules/support';
import { useMember } from './member-context';
import { Link } from '../ui/link';

/** The way to support with a line about what is shown, where there is support. */
export function AskSupport({ about, id }: { about: SupportSubject; id: string }) {
  const t = useTranslations('Layout');
  const { features } = useMember();
  if (!features.includes('support')) return null;
  return (
    <Link
      className="inline-flex min-h-11 items-center justify-self-start font-strong text-accent text-small"
      href={`/support?about=${about}:${id}`}
    >
      {t('askSupport')}
    </Link>
  );
}

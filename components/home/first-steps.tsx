'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { PageIcon } from '@/lib/pages/pages';
import { Icon } from '@/components/ui/icon';
import * as favouritesApi from '@/lib/api/favourites';
import type { FirstSteps as Steps } from '@/lib/dto/favourites';
import { useRead } from '@/lib/query/use-read';

type Step = { key: 'buy' | 'watch' | 'protect'; icon: PageIcon; href: string; feature: string; isDone: (steps: Steps) => boolean };

const STEPS: readonly Step[] = [
  { key: 'buy', icon: 'trade', href: '/spotorder', feature: 'spot', isDone: ({ hasTraded }) => hasTraded },
  { key: 'watch', icon: 'chart', href: '/market', feature: 'favourites', isDone: ({ hasFavourite }) => hasFavourite },
  { key: 'protect', icon: 'shield', href: '/authenticator', feature: 'two-factor', isDone: ({ isProtected }) => isProtected },
];

/** What a newcomer does first, each with the card that leads there; what is done goes away, and with the last one all of it. */
export function FirstSteps({ features }: { features: readonly string[] }) {
  const t = useTranslations('Home.firstSteps');
  const { data } = useRead(favouritesApi.firstSteps, {});
  if (data === undefined) return null;
  const left = STEPS.filter(({ feature, isDone }) => features.includes(feature) && !isDone(data));
  if (left.length === 0) return null;
  return (
    <section aria-label={t('title')}>
      <h2 className="pb-2 text-title">{t('title')}</h2>
      <ul className="grid grid-cols-1 gap-2">
        {left.map(({ key, icon, href }) => (
          <li className="grid" key={key}>
            <Link className="flex min-h-16 items-center gap-3.5 rounded-card bg-surface-1 px-4 py-2.5 active:bg-surface-2" href={href}>
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon name={icon} size={20} />
              </span>
              <span className="min-w-0 flex-1">
                <b className="block hyphens-auto">{t(`${key}.title`)}</b>
                <span className="block text-ink-2 text-small">{t(`${key}.text`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

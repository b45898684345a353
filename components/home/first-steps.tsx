'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { PageIcon } from '@/lib/pages/pages';
import { STEP_CARD, StepText } from '@/components/ui/step-card';
import { Link } from '../ui/link';
import * as favouritesApi from '@/lib/api/favourites';
import type { FirstSteps as Steps } from '@/lib/dto/favourites';
import { useRead } from '@/lib/query/use-read';

type Step = { key: 'buy' | 'watch' | 'protect'; icon: PageIcon; href: string | null; feature: string; isDone: (steps: Steps) => boolean };

/** Without an address it is the slot of the spot domain. */
const STEPS: readonly Step[] = [
  { key: 'buy', icon: 'trade', href: null, feature: 'spot', isDone: ({ hasTraded }) => hasTraded },
  { key: 'watch', icon: 'chart', href: '/market', feature: 'favourites', isDone: ({ hasFavourite }) => hasFavourite },
  { key: 'protect', icon: 'shield', href: '/authenticator', feature: 'two-factor', isDone: ({ isProtected }) => isProtected },
];

/** What a newcomer does first, each with the card that leads there; what is done goes away, and with the last one all of it. `buy` opens the first purchase. */
export function FirstSteps({ features, buy }: { features: readonly string[]; buy: ReactNode }) {
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
            {href === null ? (
              buy
            ) : (
              <Link className={STEP_CARD} href={href}>
                <StepText icon={icon} text={t(`${key}.text`)} title={t(`${key}.title`)} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

'use client';
import { useLocale, useTranslations } from 'next-intl';
import * as api from '@/lib/api/security';
import { useRead } from '@/lib/query/use-read';
import { writeParts } from '@/lib/rules/punctuation';
import { STEP_UP_ACTS, STEP_UP_RULES, type StepUpAct } from '@/lib/rules/step-up';
import { LoadState } from '../layout/load-state';
import { useMember } from '../layout/member-context';
import { Icon } from '../ui/icon';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { SkeletonRows } from '../ui/skeleton';
import { Passkeys } from './passkeys';
import { sayTime } from './say-time';

const ROW = 'flex min-h-13 flex-wrap items-center justify-between gap-x-4 border-line border-b py-1.5 last:border-0';

/** What protects the account, and what has to be confirmed, as the exchange itself goes by. */
export function SecurityPart() {
  const t = useTranslations('Security');
  const locale = useLocale();
  const { features } = useMember();
  const query = useRead(api.security, {});
  return (
    <section className="mt-6">
      <h2 className="text-title">{t('title')}</h2>
      <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loading')} />}>
        {({ boundAt, recoveryLeft, heldUntil, passkeys }) => (
          <>
            {heldUntil === null ? null : (
              <div className="py-3">
                <Notice tone="warn">{t('held', { date: sayTime(heldUntil, locale) })}</Notice>
              </div>
            )}
            <Link className={ROW} href={boundAt === null ? '/google' : '/authenticator'}>
              <span className="text-ink-2">{t('authenticator')}</span>
              <span className="ms-auto flex items-center gap-2 text-end font-strong">
                {boundAt === null ? t('off') : t('left', { count: recoveryLeft })}
                <Icon name="forward" size={18} />
              </span>
            </Link>
            {features.includes('passkeys') ? <Passkeys passkeys={passkeys} /> : null}
          </>
        )}
      </LoadState>
      <StepUpTable />
    </section>
  );
}

function StepUpTable() {
  const t = useTranslations('Security');
  const acts = useTranslations('StepUp.acts');
  const locale = useLocale();
  const { features } = useMember();
  const isThere = (act: StepUpAct) => {
    const rule = STEP_UP_RULES[act];
    return !('feature' in rule) || features.includes(rule.feature);
  };
  return (
    <details className="group border-line border-b">
      <summary className="flex min-h-13 cursor-pointer items-center justify-between gap-x-4 text-ink-2">
        {t('tableTitle')}
        <span className="text-ink-1 group-open:rotate-180">
          <Icon name="down" size={18} />
        </span>
      </summary>
      <p className="pb-2 text-ink-2 text-small">{t('tableText')}</p>
      <dl className="grid grid-cols-1 gap-2 pb-4 text-small">
        {STEP_UP_ACTS.filter(isThere).map((act) => {
          const { counts, holdsOutgoing } = STEP_UP_RULES[act];
          const held = holdsOutgoing === false ? [] : [t(holdsOutgoing === 'removal' ? 'holdsRemoval' : 'holds')];
          return (
            <div className="flex flex-wrap justify-between gap-x-4" key={act}>
              <dt>{acts(act)}</dt>
              <dd className="ms-auto text-balance text-end text-ink-2">{writeParts([t(counts), ...held], locale)}</dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

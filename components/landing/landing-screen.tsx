import type { Market, MarketRules } from '@/lib/dto/market';
import type { Locale } from '@/lib/protocol/wire';
import type { RewardTerms } from '@/lib/rules/help-figures';
import { ErrorState } from '../ui/empty-state';
import { Icon, type IconName } from '../ui/icon';
import { AuthLink } from '../layout/auth-link';
import { AutoRetry } from '../layout/auto-retry';
import { CostCard } from './cost-card';
import type { LandingTexts } from './landing-texts';
import { MarketPicture } from './market-picture';
import { MoreSection } from './more-section';
import { MarketList } from './market-list';
import { PriceChain } from './price-chain';
import { PublicHeader } from '../layout/public-header';
import { ResumeNext } from './resume-next';
import { StructuredData } from './structured-data';

/** Markets on the landing page: enough to see that they live. */
const MARKETS_SHOWN = 6;
const PROTECTIONS = [
  { key: 'approval', icon: 'shield' },
  { key: 'ledger', icon: 'list' },
  { key: 'retry', icon: 'refresh' },
  { key: 'mode', icon: 'lock' },
] as const satisfies readonly { key: string; icon: IconName }[];

type Props = {
  locale: Locale;
  t: LandingTexts;
  markets: readonly Market[];
  rules: MarketRules | null;
  rewards: RewardTerms | null;
  origin: string;
  /** Pages of help, in the language of this one. */
  help: readonly { href: string; label: string }[];
};

export function LandingScreen({ locale, t, markets, rules, rewards, origin, help }: Props) {
  const example = markets.find(({ symbol }) => symbol === rules?.symbol);
  return (
    <>
      <PublicHeader isWide languageLabel={t('language')} locale={locale} path="/tab1" signInLabel={t('signIn')} />
      <main id="main" className="column column-wide pb-[max(2.5rem,env(safe-area-inset-bottom))] md:pt-6">
        <ResumeNext expiredText={t('sessionExpired')} text={t('resume')} />
        <div className="pair md:grid-rows-[auto_1fr]">
          <div>
            <h1 className="mt-5 text-balance text-display">{t('title')}</h1>
            <p className="mt-3.5 text-ink-2">{t('lead')}</p>
            <AuthLink className="mt-5.5 md:max-w-90" locale={locale} look="action" path="/empty_wallet_login">
              {t('open')}
            </AuthLink>
          </div>
          <section className="mt-2 md:row-span-2 md:mt-5">
            {markets.length > 0 ? (
              <MarketList locale={locale} markets={markets.slice(0, MARKETS_SHOWN)} t={t} />
            ) : (
              <>
                <h2 className="text-title">{t('markets')}</h2>
                <ErrorState text={t('marketsFailedText')} title={t('marketsFailed')} />
                <AutoRetry />
              </>
            )}
          </section>
          {example && rules ? <CostCard locale={locale} market={example} rules={rules} t={t} /> : null}
        </div>
        <div className="pair">
          <MarketPicture alt={t('pictureAlt')} />
          <section className="mt-9">
            <h2 className="text-title">{t('protectTitle')}</h2>
            <ul className="mt-2">
              {PROTECTIONS.map(({ key, icon }) => (
                <li className="flex gap-3.5 border-line border-b py-3.5 last:border-0" key={key}>
                  <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                    <Icon name={icon} size={18} />
                  </span>
                  <span className="min-w-0">
                    <b>{t(`protect.${key}Title`)}</b>
                    <span className="block text-ink-2 text-small">{t(`protect.${key}Text`)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className="pair">
          <section className="mt-9">
            <h2 className="text-title">{t('chainTitle')}</h2>
            <p className="mt-2 text-ink-2 text-small">{t('chainText')}</p>
            <PriceChain
              start={t('chainStart')}
              caption={t('chainCaption')}
              from={(number) => t('chainFrom', { number })}
              print={(number) => t('chainPrint', { number })}
            />
          </section>
          <MoreSection locale={locale} rewards={rewards} t={t} />
        </div>
        <section className="mt-9 rounded-card bg-surface-1 p-4.5">
          <h2 className="text-title">{t('readyTitle')}</h2>
          <p className="mt-1.5 mb-4 text-ink-2 text-small">{t('readyText')}</p>
          <AuthLink className="md:max-w-90" locale={locale} look="ghost" path="/register">
            {t('register')}
          </AuthLink>
        </section>
        <ul className="mt-6 flex flex-wrap gap-x-5">
          {help.map(({ href, label }) => (
            <li key={href}>
              <a className="flex min-h-11 items-center text-accent text-small" href={href}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-ink-3 text-small">{t('footRisk')}</p>
      </main>
      <StructuredData description={t('metaDescription')} locale={locale} origin={origin} />
    </>
  );
}

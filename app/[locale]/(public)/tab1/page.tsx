import type { Metadata } from 'next';
import { LandingScreen } from '@/components/landing/landing-screen';
import { withPageBudget } from '@/lib/bff/page-budget';
import { brand } from '@/lib/brand';
import { AppError } from '@/lib/errors/app-error';
import { publicAlternates, readOrigin } from '@/lib/i18n/alternates';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';
import { rewardTerms } from '@/lib/bff/help/help.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { ask } from '@/lib/bff/operation';

type Props = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const locale = localeOr((await params).locale);
  const t = await getTexts(locale, 'Landing');
  const title = t('metaTitle', { brand: brand.name });
  const description = t('metaDescription');
  return {
    ...(await publicAlternates(locale, '/tab1')),
    title: { absolute: title },
    description,
    openGraph: { title, description, type: 'website', locale: locale.replace('-', '_'), images: ['/icon-512.png'] },
  };
}

/** Nothing of the exchange is needed to read this page: what it doesn't answer is left out, or said. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await withPageBudget(read);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export default async function LandingPage({ params }: Props) {
  const locale = localeOr((await params).locale);
  const [list, rules, rewards, t, help, origin] = await Promise.all([
    orNull(() => ask(marketApi.markets, {}, null)),
    orNull(() => ask(marketApi.rules, { symbol: 'BTC-USDT' }, null)),
    orNull(() => ask(rewardTerms, {}, null)),
    getTexts(locale, 'Landing'),
    getTexts(locale, 'Help'),
    readOrigin(),
  ]);
  const links = [
    { href: `/${locale}/faq`, label: help('faqTitle') },
    { href: `/${locale}/about`, label: help('aboutTitle') },
    { href: `/${locale}/legality`, label: help('legalityTitle') },
    { href: `/${locale}/web_view?active=5`, label: help('feesCaption') },
    { href: `/${locale}/about#check`, label: t('more.checkTitle') },
    { href: `/${locale}/status`, label: help('statusTitle') },
  ];
  return <LandingScreen help={links} locale={locale} markets={list?.markets ?? []} origin={origin} rewards={rewards} rules={rules} t={t} />;
}

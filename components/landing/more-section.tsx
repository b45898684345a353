import type { Locale } from '@/lib/protocol/wire';
import { addDecimals } from '@/lib/rules/decimal';
import type { RewardTerms } from '@/lib/rules/help-figures';
import { formatExact } from '../money/format';
import { Icon, type IconName } from '../ui/icon';
import type { LandingTexts } from './landing-texts';

const ROWS = [
  { key: 'vip', icon: 'earn', path: 'web_view?active=4' },
  { key: 'invite', icon: 'account', path: 'faq#invite' },
  { key: 'check', icon: 'shield', path: 'about#check' },
] as const satisfies readonly { key: string; icon: IconName; path: string }[];

/** What there is beside trading: VIP, invitations, how to check us; each leads to the page of help that says all of it. What isn't offered, or not known, is left out. */
export function MoreSection({ locale, t, rewards }: { locale: Locale; t: LandingTexts; rewards: RewardTerms | null }) {
  const each = rewards?.invitation?.eachMax ?? null;
  const both = each === null ? '' : formatExact(addDecimals(each, each), locale);
  const isKnown = { vip: rewards?.vip != null, invite: each !== null, check: true };
  return (
    <section className="mt-9">
      <h2 className="text-title">{t('more.title')}</h2>
      <ul className="mt-2">
        {ROWS.filter(({ key }) => isKnown[key]).map(({ key, icon, path }) => (
          <li className="border-line border-b last:border-0" key={key}>
            <a className="flex gap-3.5 py-3.5" href={`/${locale}/${path}`}>
              <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
                <Icon name={icon} size={18} />
              </span>
              <span className="min-w-0 flex-1 hyphens-auto [overflow-wrap:anywhere]">
                <b>{t(`more.${key}Title`)}</b>
                <span className="block text-ink-2 text-small">{t(`more.${key}Text`, { both })}</span>
              </span>
              <span className="self-center text-ink-3">
                <Icon name="forward" size={18} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

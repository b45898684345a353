import { useTranslations } from 'next-intl';
import { Icon } from '@/components/ui/icon';
import { Link } from '../ui/link';

const LINKS = [
  { key: 'homeTabTitle', icon: 'home', href: '/homeTab', feature: null },
  { key: 'more.vip', icon: 'earn', href: '/web_view?active=4', feature: 'vip' },
  { key: 'more.invite', icon: 'account', href: '/invite', feature: 'invite' },
  { key: 'more.check', icon: 'shield', href: '/about#check', feature: null },
] as const;

/** The overview of coins and rates, VIP, invitations and how to check us, where the exchange has them. */
export function MoreLinks({ features }: { features: readonly string[] }) {
  const t = useTranslations('Home');
  return (
    <section className="grid grid-cols-1 gap-1">
      <h2 className="text-title">{t('more.title')}</h2>
      <ul>
        {LINKS.filter(({ feature }) => feature === null || features.includes(feature)).map(({ key, icon, href }) => (
          <li className="border-line border-b last:border-0" key={key}>
            <Link className="flex min-h-13 items-center gap-3 py-1.5" href={href}>
              <span className="text-accent">
                <Icon name={icon} size={20} />
              </span>
              <span className="min-w-0 flex-1 hyphens-auto [overflow-wrap:anywhere]">{t(key)}</span>
              <span className="text-ink-3">
                <Icon name="forward" size={18} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

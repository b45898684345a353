import type { Metadata } from 'next';
import { type Factor, Factors } from '@/components/console/factors';
import { PreferencesForm } from '@/components/console/preferences-form';
import { PageHead } from '@/components/console/parts';
import { ask } from '@/lib/console/ask';
import { OFFERED_LOCALES, TIME_ZONES } from '@/lib/console/resolve-format';
import { createFormatter } from '@/lib/console/formatter';
import { readChosenLocale, getFormatter } from '@/lib/console/read-formatter';
import { readDisplayPreferences } from '@/lib/i18n/preferences';
import { signInEndpoints } from '@/lib/operator/sign-in';

export const metadata: Metadata = { title: 'Your settings' };
/** A sum and a time that show what a locale does. */
const SUM = '1234567.89';

export default async function MePage() {
  const [{ passkeys, hasCode }, format, chosen, { theme }] = await Promise.all([
    ask(signInEndpoints.factors, {}),
    getFormatter(),
    readChosenLocale(),
    readDisplayPreferences(),
  ]);
  const factors: Factor[] = [
    ...(hasCode ? [{ id: null, name: 'Authenticator', about: 'A code of six digits' }] : []),
    ...passkeys.map(({ id, name, addedAt, usedAt }) => ({
      ...{ id, name },
      about: `Passkey, bound ${format.time(addedAt)}, ${usedAt === null ? 'not used yet' : `used last ${format.time(usedAt)}`}`,
    })),
  ];
  const { timeZone } = format.settings;
  const now = Date.now();
  const locales = OFFERED_LOCALES.map((locale) => {
    const { time, amount } = createFormatter({ locale, timeZone });
    return { value: locale, label: `${locale}: ${time(now)} · ${amount(SUM)}` };
  });
  return (
    <>
      <PageHead title="Your settings" />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <PreferencesForm locale={chosen ?? ''} locales={locales} shown={format.settings} theme={theme} zones={TIME_ZONES} />
        <Factors factors={factors} />
      </div>
    </>
  );
}

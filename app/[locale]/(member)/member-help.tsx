import { HelpContent, type Shown } from '@/components/help/help-content';
import type { HelpProps } from '@/components/help/help-texts';
import { readHelp } from '@/lib/bff/help/read-help';
import { getTexts } from '@/lib/i18n/texts';
import type { Locale } from '@/lib/protocol/wire';

/** Reads what the pages of help show a member. */
export async function loadHelp(locale: Locale): Promise<HelpProps> {
  const [help, t] = await Promise.all([readHelp(locale), getTexts(locale, 'Help')]);
  return { ...help, t, base: '' };
}

/** A page of help within the frame of a member: its title stands in the frame. */
export function MemberHelp({ help, shown }: { help: HelpProps; shown: Shown }) {
  return <HelpContent {...help} heading="h2" shown={shown} />;
}

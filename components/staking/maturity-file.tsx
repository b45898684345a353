'use client';
import { useLocale, useTranslations } from 'next-intl';
import { saveFile } from '@/components/files/save-file';
import { formatExact } from '@/components/money/format';
import { Button } from '@/components/ui/button';
import type { StakingPosition } from '@/lib/dto/staking';
import { brand } from '@/lib/brand';
import { writeCalendar } from '@/lib/rules/calendar';

const FILE = 'staking.ics';
const TYPE = 'text/calendar;charset=utf-8';

/** When the shown positions end, as a file for the calendar of the device. */
export function MaturityFile({ positions }: { positions: readonly StakingPosition[] }) {
  const t = useTranslations('Staking');
  const locale = useLocale();
  const save = () => {
    const events = positions.map(({ id, endsAt, nextAt, state, principal, asset }) => ({
      id: `staking-${id}@${brand.wordmark}`,
      // What was left early is back after its exit.
      at: state === 'leaving' && nextAt !== null ? nextAt : endsAt,
      title: t('calendarTitle', { amount: `${formatExact(principal, locale)}\u00a0${asset}` }),
    }));
    const text = writeCalendar({ name: brand.name, madeAt: new Date().toISOString(), events });
    saveFile(text, { name: FILE, type: TYPE });
  };
  return (
    <Button onClick={save} size="small" variant="ghost">
      {t('calendar')}
    </Button>
  );
}

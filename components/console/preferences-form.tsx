'use client';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { FormatSettings } from '@/lib/console/formatter';
import { Select } from './fields';
import { ClientForm } from './client-form';
import { Part } from './parts';
import { post } from './post';

type Option = { value: string; label: string };
type Props = {
  /** What was chosen; empty: as the browser says. */
  locale: string;
  locales: readonly Option[];
  zones: readonly string[];
  /** How it is written now. */
  shown: FormatSettings;
  theme: string;
};
const THEMES: readonly Option[] = [
  { value: 'dark', label: 'dark' },
  { value: 'day', label: 'day' },
];
const toOption = (value: string): Option => ({ value, label: value });

/** Chooses how this browser shows the console. Files keep ISO times in UTC and decimals with a point. */
export function PreferencesForm({ locale, locales, zones, shown, theme }: Props) {
  const router = useRouter();
  const [said, setSaid] = useState<{ tone: 'info' | 'danger'; text: string } | null>(null);
  const [zone, setZone] = useState(shown.timeZone);
  const [isBusy, setBusy] = useState(false);
  const byBrowser = { value: '', label: `as this browser says${locale === '' ? ` (${shown.locale})` : ''}` };

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const answer = await post('preferences', { theme: values.get('theme'), locale: values.get('locale'), timeZone: zone });
    setBusy(false);
    if (!answer.ok) return setSaid({ tone: 'danger', text: answer.message });
    setSaid({ tone: 'info', text: 'Kept in this browser.' });
    document.documentElement.setAttribute('data-theme', String(values.get('theme')));
    router.refresh();
  }
  // A browser may call a zone otherwise than the server, which knows each by all its names.
  const takeOwnZone = () => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

  return (
    <Part title="Dates, numbers, colours">
      <p className="text-ink-2 text-small">
        Every time is shown with its time zone. Files, and what is frozen for a second operator, keep UTC and points in numbers.
      </p>
      <ClientForm className="grid max-w-[36rem] gap-2" onSubmit={save}>
        <Select defaultValue={locale} label="Dates and numbers" name="locale" options={[byBrowser, ...locales]} />
        <Select
          label="Time zone"
          name="timeZone"
          onChoose={setZone}
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map(toOption)}
          value={zone}
        />
        <div className="flex flex-wrap gap-2">
          <Button onClick={takeOwnZone} size="small" variant="quiet">
            Take the zone of this browser
          </Button>
          <Button onClick={() => setZone('UTC')} size="small" variant="quiet">
            Take UTC
          </Button>
        </div>
        <Select defaultValue={theme} label="Colours" name="theme" options={THEMES} />
        <Button isBusy={isBusy} size="small" type="submit" variant="action">
          Keep
        </Button>
      </ClientForm>
      {said === null ? null : (
        <Notice isAlert tone={said.tone}>
          {said.text}
        </Notice>
      )}
    </Part>
  );
}

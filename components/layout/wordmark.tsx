import { brand } from '@/lib/brand';
import type { Locale } from '@/lib/protocol/wire';
import { Mark } from '../ui/icon';
import { publicHref } from './public-href';

/** Leads to the landing page. */
export function Wordmark({ locale }: { locale: Locale }) {
  return (
    <a className="flex min-h-11 items-center gap-2 font-strong text-[1.1875rem] tracking-[-0.03em]" href={publicHref(locale, '/tab1')}>
      <Mark />
      {brand.wordmark}
    </a>
  );
}

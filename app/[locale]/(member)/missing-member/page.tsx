import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { localeOr } from '@/lib/i18n/locales';
import { getText } from '@/lib/i18n/texts';

export async function generateMetadata({ params }: { params: Promise<{ locale: string }> }): Promise<Metadata> {
  return { title: await getText(localeOr((await params).locale), 'Layout.notFoundTitle') };
}

/** Every path that no route takes, for a signed-in browser. */
export default function MissingPage() {
  notFound();
}

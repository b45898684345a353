import { notFound } from 'next/navigation';
import { titleOf } from '@/lib/i18n/page-title';

export const generateMetadata = titleOf('Layout', 'notFoundTitle');

/** Every path that no route takes ends in our own "not found". */
export default function UnknownPage() {
  notFound();
}

import { notFound } from 'next/navigation';

/** Every path that no route takes ends in our own "not found". */
export default function UnknownPage() {
  notFound();
}

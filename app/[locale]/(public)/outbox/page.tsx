import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DoorFrame } from '@/components/doors/door-frame';
import { OutboxScreen } from '@/components/doors/outbox-screen';
import { type DoorParams, readDoor } from '@/components/doors/read-door';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export async function generateMetadata({ params }: DoorParams): Promise<Metadata> {
  return { title: (await readDoor(params)).texts.outboxTitle, robots: { index: false } };
}

/** A tool of the sandbox: without it this page does not exist. */
export default async function OutboxPage({ params }: DoorParams) {
  if (!(await readIsSandbox())) notFound();
  const { locale, texts, errors, languageLabel } = await readDoor(params);
  return (
    <DoorFrame languageLabel={languageLabel} lead={texts.outboxLead} locale={locale} path="/outbox" title={texts.outboxTitle}>
      <OutboxScreen errors={errors} locale={locale} texts={texts} />
    </DoorFrame>
  );
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuthFrame } from '@/components/auth/auth-frame';
import { OutboxScreen } from '@/components/auth/outbox-screen';
import { type AuthParams, readAuthPage } from '@/components/auth/read-auth-page';
import { readIsSandbox } from '@/lib/bff/app/read-is-sandbox';

export async function generateMetadata({ params }: AuthParams): Promise<Metadata> {
  return { title: (await readAuthPage(params)).texts.outboxTitle, robots: { index: false } };
}

/** A tool of the sandbox: without it this page does not exist. */
export default async function OutboxPage({ params }: AuthParams) {
  if (!(await readIsSandbox())) notFound();
  const { locale, texts, errors, languageLabel } = await readAuthPage(params);
  return (
    <AuthFrame languageLabel={languageLabel} lead={texts.outboxLead} locale={locale} path="/outbox" title={texts.outboxTitle}>
      <OutboxScreen errors={errors} locale={locale} texts={texts} />
    </AuthFrame>
  );
}

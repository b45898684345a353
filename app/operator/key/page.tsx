import type { Metadata } from 'next';
import { SignedOutPage } from '@/components/console/signed-out-page';
import { KeyForm } from '@/components/console/key-form';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Password and authenticator' };

export default function KeyPage() {
  requireConsole();
  return (
    <SignedOutPage title="Password and authenticator">
      <p className="text-ink-2 text-small">Whoever has the key sets them anew. Every other session of the operator ends.</p>
      <KeyForm />
    </SignedOutPage>
  );
}

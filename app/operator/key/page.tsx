import type { Metadata } from 'next';
import { Door } from '@/components/console/door';
import { KeyForm } from '@/components/console/key-form';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Password and authenticator' };

export default function KeyPage() {
  requireConsole();
  return (
    <Door title="Password and authenticator">
      <p className="text-ink-2 text-small">Whoever has the key sets them anew. Every other session of the operator ends.</p>
      <KeyForm />
    </Door>
  );
}

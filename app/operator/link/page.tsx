import type { Metadata } from 'next';
import { Door } from '@/components/console/door';
import { LinkSignIn } from '@/components/console/link-sign-in';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Sign in by a link' };

export default function LinkPage() {
  requireConsole();
  return (
    <Door title="Sign in by a link">
      <p className="text-ink-2 text-small">The link counts once. Two operators need two browsers, or a private window.</p>
      <LinkSignIn />
    </Door>
  );
}

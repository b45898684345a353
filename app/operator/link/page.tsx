import type { Metadata } from 'next';
import { SignedOutPage } from '@/components/console/signed-out-page';
import { LinkSignIn } from '@/components/console/link-sign-in';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Sign in by a link' };

export default function LinkPage() {
  requireConsole();
  return (
    <SignedOutPage title="Sign in by a link">
      <p className="text-ink-2 text-small">The link counts once. Two operators need two browsers, or a private window.</p>
      <LinkSignIn />
    </SignedOutPage>
  );
}

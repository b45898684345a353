import type { Metadata } from 'next';
import { SignedOutPage } from '@/components/console/signed-out-page';
import { SignInForm } from '@/components/console/sign-in-form';
import { requireConsole } from '@/lib/console/ask';

export const metadata: Metadata = { title: 'Sign in' };

export default function SignInPage() {
  requireConsole();
  return (
    <SignedOutPage title="Sign in">
      <SignInForm />
      <p className="text-ink-2 text-small">
        No password yet?{' '}
        <a className="text-accent underline" href="/operator/key">
          Set one with your key
        </a>
        . In a sandbox <code>npm run operator:console</code> prints links that sign in.
      </p>
    </SignedOutPage>
  );
}

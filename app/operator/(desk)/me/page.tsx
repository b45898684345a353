import type { Metadata } from 'next';
import { Factors } from '@/components/console/factors';
import { PageHead } from '@/components/console/parts';
import { ask } from '@/lib/console/ask';
import { signInEndpoints } from '@/lib/operator/sign-in';

export const metadata: Metadata = { title: 'Your sign-in' };

export default async function MePage() {
  const factors = await ask(signInEndpoints.factors, {});
  return (
    <>
      <PageHead title="Your sign-in" />
      <Factors {...factors} />
    </>
  );
}

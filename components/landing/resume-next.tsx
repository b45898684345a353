'use client';
import type { Session } from '@/lib/dto/session';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { readSafeNext } from '@/lib/security/safe-next';

/**
 * Some in-app browsers send documents without cookies, scripts with them, and so see this page though they are signed in. So the session
 * is asked for once, and whoever has one goes on by client navigation: to what the guard kept (`?next=`), else to their own home tab here.
 */
export function ResumeNext({ text, expiredText }: { text: string; expiredText: string }) {
  const router = useRouter();
  const [notice, setNotice] = useState<string | null>(null);
  useEffect(() => {
    const params = new URLSearchParams(location.search);
    if (params.has('expired')) setNotice(expiredText);
    const next = readSafeNext(params.get('next'));
    const abort = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetch('/api/session', { signal: abort.signal });
        const session: Session | null = answer.ok ? await answer.json() : null;
        if (!session?.signedIn) return;
        setNotice(text);
        if (next === null) router.refresh();
        else router.replace(next);
      } catch (error) {
        // Without an answer the visitor stays on this page and signs in as anybody else.
        if (!(error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError)) throw error;
      }
    };
    void ask();
    return () => abort.abort();
  }, [router, text, expiredText]);
  return (
    <div aria-live="polite" role="status">
      {notice ? <p className="mt-3 rounded-field bg-accent-soft px-4 py-3 text-small">{notice}</p> : null}
    </div>
  );
}

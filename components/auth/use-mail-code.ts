'use client';
import { useEffect, useState } from 'react';
import * as signInApi from '@/lib/api/sign-in';
import type { Locale } from '@/lib/protocol/wire';
import { readApi, sendApi } from '@/lib/query/api-client';
import { solveChallenge } from './solve-challenge';

/** A mail needs a moment; asking for another sooner only fills the mailbox. */
const WAIT_S = 60;

/** Solves one fresh challenge; each proof is taken once. */
export async function proveWork(): Promise<string> {
  return solveChallenge(await readApi(signInApi.challenge, {}));
}

/** Sends the code to an address, in the language of the screen, after a proof of work, then counts down to the next try. */
export function useMailCode(locale: Locale) {
  const [state, setState] = useState<'idle' | 'checking' | 'sent'>('idle');
  const [sentTo, setSentTo] = useState('');
  const [waitS, setWaitS] = useState(0);
  useEffect(() => {
    if (waitS === 0) return;
    const timer = setTimeout(() => setWaitS(waitS - 1), 1_000);
    return () => clearTimeout(timer);
  }, [waitS]);
  const send = async (email: string): Promise<void> => {
    setState('checking');
    try {
      await sendApi(signInApi.mailCode, { email, proof: await proveWork(), locale });
      setState('sent');
      setSentTo(email);
      setWaitS(WAIT_S);
    } catch (error) {
      setState('idle');
      throw error;
    }
  };
  return { state, sentTo, waitS, send };
}

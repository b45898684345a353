'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { post } from './post';
import { FaultNotice } from './fault-notice';

/** Signs in by the link of a sandbox. Its token stands behind the #, so that no server and no log sees it in an address; a tap uses it up. */
export function LinkSignIn() {
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function enter() {
    setBusy(true);
    const answer = await post('session.link', { token: window.location.hash.slice(1) });
    if (answer.ok) return window.location.replace('/operator');
    setBusy(false);
    setFault(answer.message);
  }

  return (
    <>
      <Button isBusy={isBusy} onClick={enter}>
        Sign in
      </Button>
      <FaultNotice fault={fault} />
    </>
  );
}

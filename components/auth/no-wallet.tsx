'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import * as sessionApi from '@/lib/api/session';
import * as signInApi from '@/lib/api/sign-in';
import { readApi, sendApi } from '@/lib/query/api-client';
import { EXTENSION_LINK, WALLET_LINKS } from '@/lib/wallet/deep-links';
import { authPageAfterWallet, wantedPage } from '../layout/wanted-page';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Notice } from '../ui/notice';
import { type AuthTexts, type ErrorTexts, errorSentence } from './auth-texts';
import { fill } from './enter-app';
import { useWallets } from '../layout/use-wallets';

type Props = { locale: Locale; texts: AuthTexts; errors: ErrorTexts; isSandbox: boolean };

/**
 * Tells the server that a wallet is here, then goes on: to the wanted page when signed in already, else to sign in. By the router, whose
 * requests carry the cookie everywhere: some wallets' browsers ask for documents without cookies, which would lead back here.
 */
async function goOn(locale: Locale, replace: (href: string) => void): Promise<void> {
  await sendApi(signInApi.walletFound, {});
  const { signedIn } = await readApi(sessionApi.session, {});
  replace(signedIn ? wantedPage(location.search) : authPageAfterWallet(locale, location.search));
}

export function NoWallet({ locale, texts, errors, isSandbox }: Props) {
  const { replace } = useRouter();
  const { wallets } = useWallets(false);
  const hasStarted = useRef(false);
  const [url, setUrl] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => setUrl(location.href), []);
  useEffect(() => {
    if (wallets.length === 0 || hasStarted.current) return;
    hasStarted.current = true;
    goOn(locale, replace).catch((error: unknown) => setRefusal(errorSentence(error, errors)));
  }, [wallets, locale, errors, replace]);
  const openSandbox = async () => {
    setBusy(true);
    // The wallet that appears now is no second reason to go on.
    hasStarted.current = true;
    try {
      const { openSandboxWallet } = await import('@/lib/wallet/sandbox-wallet');
      openSandboxWallet();
      await goOn(locale, replace);
    } catch (error) {
      setRefusal(errorSentence(error, errors));
      setBusy(false);
    }
  };
  return (
    <>
      {wallets.length > 0 ? <Notice isAlert>{texts.walletFound}</Notice> : null}
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      {isSandbox ? (
        <section className="rounded-card bg-surface-1 p-4.5">
          <h2 className="text-body">{texts.sandboxWalletTitle}</h2>
          <p className="mt-1 mb-3.5 text-ink-2 text-small">{texts.sandboxWalletText}</p>
          <Button isBusy={isBusy} onClick={() => void openSandbox()}>
            {texts.useSandboxWallet}
          </Button>
        </section>
      ) : null}
      <section>
        <p className="text-ink-2 text-small">{texts.phoneHint}</p>
        <ul className="mt-1">
          {WALLET_LINKS.map(({ name, link }) => (
            <li className="border-line border-b" key={name}>
              <a
                className="flex min-h-13 items-center justify-between gap-3 font-strong"
                href={url ? link(url) : EXTENSION_LINK}
                rel="noreferrer"
              >
                {fill(texts.openIn, { wallet: name })}
                <span className="text-ink-3">
                  <Icon name="forward" size={18} />
                </span>
              </a>
            </li>
          ))}
        </ul>
        <CopyButton copiedLabel={texts.copied} failedLabel={texts.copyFailed} label={texts.copyAddress} text={url} />
      </section>
      <p className="text-ink-2 text-small">{texts.desktopHint}</p>
    </>
  );
}

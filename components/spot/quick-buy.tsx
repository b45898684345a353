'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { loadPart } from '@/components/layout/lazy-part';
import { Button } from '@/components/ui/button';
import { Sheet } from '@/components/ui/sheet';
import { Skeleton } from '@/components/ui/skeleton';
import { STEP_CARD, StepText } from '@/components/ui/step-card';

/** Its code is loaded when the sheet is first opened. */
const QuickBuyForm = dynamic(() => loadPart(() => import('./quick-buy-form').then((module) => module.QuickBuyForm)), {
  ssr: false,
  loading: () => <Skeleton className="h-96 w-full rounded-card" />,
});

const OpenContext = createContext<() => void>(() => undefined);
const BUTTON_ID = 'quick-buy';

/** The step that opened the sheet may be gone with the purchase: the focus goes to the button that stays. */
function focusButton(): void {
  if (document.activeElement === document.body) document.getElementById(BUTTON_ID)?.focus({ preventScroll: true });
}

/** The step goes when the purchase is known, which may be after the sheet: it passes the focus on if it has it then. */
function passFocusOn(step: HTMLButtonElement): () => void {
  return () => {
    if (document.activeElement === step) requestAnimationFrame(focusButton);
  };
}

/** The shortest way to a coin: one tap opens what is proposed, the next one buys it. The sheet stays when what opened it goes, as the first of a newcomer's steps does with the purchase. */
export function QuickBuySheet({ children }: { children: ReactNode }) {
  const t = useTranslations('Home.quickBuy');
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(focusButton);
  };
  return (
    <OpenContext value={() => setOpen(true)}>
      {children}
      <Sheet closeLabel={t('close')} isOpen={isOpen} onClose={close} title={t('title')}>
        <QuickBuyForm onDone={close} />
      </Sheet>
    </OpenContext>
  );
}

export function QuickBuyButton() {
  const t = useTranslations('Home.quickBuy');
  return (
    <Button id={BUTTON_ID} onClick={useContext(OpenContext)}>
      {t('open')}
    </Button>
  );
}

/** The same for who never bought anything. */
export function QuickBuyStep() {
  const t = useTranslations('Home.firstSteps.buy');
  return (
    <button aria-haspopup="dialog" className={STEP_CARD} onClick={useContext(OpenContext)} ref={passFocusOn} type="button">
      <StepText icon="trade" text={t('text')} title={t('title')} />
    </button>
  );
}

'use client';
import { type ReactNode, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { PublicWrite } from '@/lib/api/define';
import * as sessionsApi from '@/lib/api/sessions';
import type { doneSchema } from '@/lib/dto/shared';
import type { freezeByLinkInputSchema, mailedLinkInputSchema } from '@/lib/dto/sessions';
import type { Messages } from '@/lib/i18n/catalogue';
import type { Locale } from '@/lib/protocol/wire';
import { ApiError, sendApi } from '@/lib/query/api-client';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { MAILED_LINK, useLinkToken } from '../ui/use-link-token';
import { AuthBody } from './auth-body';
import { AuthLink } from '../layout/auth-link';
import { type ErrorTexts, errorSentence } from './auth-texts';

type Props = {
  /** What takes the token of the link. */
  endpoint: PublicWrite<typeof freezeByLinkInputSchema, typeof doneSchema>;
  title: string;
  lead: string;
  label: string;
  /** What is shown once it is done: the question is over, and its words with it. */
  doneTitle: string;
  done: ReactNode;
  /** What else is said of a link that does nothing any more. */
  spent?: ReactNode;
  act: z.infer<typeof mailedLinkInputSchema>['act'];
  locale: Locale;
  texts: Messages['WayBack'];
  errors: ErrorTexts;
  children?: ReactNode;
};

const isInvalid = (error: unknown) => error instanceof ApiError && error.code === 'LINK_INVALID';
type Known = 'asking' | 'open' | 'sending' | 'done' | 'used' | 'over';

/** Returns what is known of a link: one that was used, or whose time is over, offers nothing. Where nobody says, it may be tried. */
function useLinkAct({ endpoint, act, errors }: Pick<Props, 'endpoint' | 'act' | 'errors'>) {
  const token = useLinkToken(MAILED_LINK);
  const [known, setKnown] = useState<Known>('asking');
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    if (token === null) setKnown('over');
    if (!token) return;
    const note = (state: 'open' | 'used' | 'over') => setKnown((now) => (now === 'asking' ? state : now));
    sendApi(sessionsApi.mailedLink, { token, act }).then(
      ({ state }) => note(state),
      (error: unknown) => note(isInvalid(error) ? 'over' : 'open'),
    );
  }, [token, act]);
  const run = async () => {
    if (!token) return;
    setKnown('sending');
    setRefusal(null);
    try {
      await sendApi(endpoint, { token });
      setKnown('done');
    } catch (error) {
      if (isInvalid(error)) return setKnown('over');
      setKnown('open');
      setRefusal(errorSentence(error, errors));
    }
  };
  return { known, refusal, token, run };
}

/** Does what a mailed link is for, once, at a tap: what only fetches the page does nothing. */
export function LinkAct(props: Props) {
  const { title, lead, label, doneTitle, done, errors, texts, spent, children, locale } = props;
  const { known, refusal, token, run } = useLinkAct(props);
  if (known === 'done') {
    return (
      <AuthBody isAnswer title={doneTitle}>
        {done}
      </AuthBody>
    );
  }
  if (known === 'used' || known === 'over') {
    return (
      <AuthBody isAnswer title={known === 'used' ? texts.usedTitle : texts.overTitle}>
        <Notice>{known === 'used' ? texts.used : errors.LINK_INVALID}</Notice>
        {spent}
        <AuthLink locale={locale} look="ghost" path="/login">
          {texts.toSignIn}
        </AuthLink>
      </AuthBody>
    );
  }
  return (
    <AuthBody lead={lead} title={title}>
      {refusal ? (
        <Notice isAlert tone="danger">
          {refusal}
        </Notice>
      ) : null}
      <div aria-busy={known === 'asking'} className="contents">
        <Button disabled={!token} isBusy={known === 'sending'} onClick={() => void run()} variant="danger">
          {label}
        </Button>
        {children}
      </div>
    </AuthBody>
  );
}

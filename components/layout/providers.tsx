'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { type AbstractIntlMessages, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import type { Locale } from '@/lib/protocol/wire';
import { getQueryClient } from '@/lib/query/query-client';
import { ToastHost } from '../ui/toast';
import { AccountFrame } from './account-frame';
import { AccountWatch } from './account-watch';
import { FillNotice } from './fill-notice';
import { HeaderSheets } from './header-sheets';
import { LateOutcomes } from './late-outcomes';
import { ConnectionNotice } from './connection-notice';
import { type Member, MemberProvider } from './member-context';
import { OfflinePriceCache } from './offline-price-cache';
import { ResultHost } from './result-host';
import { SessionWatch } from './session-watch';
import { StepUpHost } from './step-up-host';

type Props = { locale: Locale; messages: AbstractIntlMessages; member: Member; children: ReactNode };

/** What every member screen stands in: texts, reads, the user, small news and the state of the line. */
export function Providers({ locale, messages, member, children }: Props) {
  return (
    <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
      <QueryClientProvider client={getQueryClient()}>
        <MemberProvider member={member}>
          <AccountFrame>
            <HeaderSheets>{children}</HeaderSheets>
            <ConnectionNotice />
            {member.features.includes('messages') ? <FillNotice /> : null}
            <ResultHost />
            <LateOutcomes />
            <ToastHost />
            <SessionWatch />
            <AccountWatch />
            <StepUpHost />
            <OfflinePriceCache />
          </AccountFrame>
        </MemberProvider>
      </QueryClientProvider>
    </NextIntlClientProvider>
  );
}

'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadExtra } from './lazy-part';
import type { ReactNode } from 'react';
import { EitherPane, Pane, WidePane } from './panes';
import { PickedPriceProvider } from './picked-price';
import { useIsWide } from './use-media';

/** Lines between the panes, and keys: their code comes with the first terminal. */
const TerminalTools = dynamic(() => loadExtra(() => import('./terminal-tools').then((module) => module.TerminalTools)), { ssr: false });

/** What wide windows show beside or in place of the parts of a phone; each loads its code when it is first seen. */
export type WideParts = {
  markets: ReactNode;
  book: ReactNode;
  tape: ReactNode;
  /** Where the phone's own head has less. */
  head?: ReactNode;
  /** Where the phone has none. */
  chart?: ReactNode;
  ticket?: ReactNode;
};

type Props = {
  head: ReactNode;
  /** Null where a phone has it elsewhere: then `wide` brings it. */
  chart: ReactNode;
  book: ReactNode;
  ticket: ReactNode;
  orders: ReactNode;
  /** Stands under everything on a phone. */
  foot?: ReactNode;
  wide: WideParts;
};

/** The parts of a trading screen: one below the other on a phone, in two panes on a tablet, a terminal on a desktop. A price picked in the book goes to the ticket. */
export function TradePanes({ head, chart, book, ticket, orders, foot, wide }: Props) {
  const t = useTranslations('Terminal');
  const isDesktop = useIsWide('desktop');
  return (
    <PickedPriceProvider>
      <div className="terminal">
        <WidePane area="markets" from="full" label={t('markets')}>
          {wide.markets}
        </WidePane>
        <Pane area="head">{wide.head === undefined ? head : <EitherPane from="tablet" narrow={head} wide={wide.head} />}</Pane>
        {chart === null ? (
          <WidePane area="chart" from="tablet">
            {wide.chart}
          </WidePane>
        ) : (
          <Pane area="chart">{chart}</Pane>
        )}
        <Pane area="book" label={t('book')}>
          <EitherPane from="desktop" narrow={book} wide={wide.book} />
        </Pane>
        <WidePane area="tape" from="desktop" label={t('tape')}>
          {wide.tape}
        </WidePane>
        {ticket === null ? (
          <WidePane area="ticket" from="tablet" label={t('ticket')}>
            {wide.ticket}
          </WidePane>
        ) : (
          <Pane area="ticket" label={t('ticket')}>
            {ticket}
          </Pane>
        )}
        <Pane area="orders" label={t('orders')}>
          {orders}
        </Pane>
        {isDesktop ? <TerminalTools /> : null}
        {foot}
      </div>
    </PickedPriceProvider>
  );
}

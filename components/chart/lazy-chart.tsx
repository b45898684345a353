'use client';
import dynamic from 'next/dynamic';

/** The chart beside a ticket: its code is loaded where there is room for it. */
export const LazyCandleChart = dynamic(() => import('./candle-chart').then((module) => module.CandleChart), { ssr: false });

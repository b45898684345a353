'use client';
/**
 * What stands around every member screen, in one file on purpose: the layout loads it, so that neither a page nor its skeleton
 * brings a copy of it.
 */
export { AppHeader } from './app-header';
export { BackHeader } from './back-header';
export { Providers } from './providers';
export { TabBar } from './tab-bar';

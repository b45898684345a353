'use client';
/** What the header opens, in one file on purpose: it is one piece of code that is loaded when a header is there. */
export { AccountSwitcher } from './account-switcher';
export { SideMenu } from './side-menu';

'use client';
import { Splitter } from './splitter';
import { TerminalKeys } from './terminal-keys';

/** The lines between the panes of a terminal, and its keys. */
export function TerminalTools() {
  return (
    <>
      <Splitter grows={1} pane="markets" />
      <Splitter grows={-1} pane="book" />
      <Splitter grows={-1} pane="ticket" />
      <Splitter grows={-1} pane="orders" />
      <TerminalKeys />
    </>
  );
}

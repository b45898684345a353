import { vi } from 'vitest';

/**
 * Stands in for a page on which nothing is drawn, as React asks of one to run a component's hooks; its window has `more`. Returns what makes places on it.
 * `vi.unstubAllGlobals` takes it away.
 */
export function standInPage(more: object = {}): () => Element {
  const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, body: null });
  const window = Object.assign(new EventTarget(), { document: page, HTMLIFrameElement: Map, ...more });
  Object.assign(page, { defaultView: window });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument: page, textContent: '' };
  return () => Object.assign(new EventTarget(), place) as unknown as Element;
}

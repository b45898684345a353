import { vi } from 'vitest';

/** Returns a place on a page on which nothing is drawn: what React asks of one to run a component's hooks. `vi.unstubAllGlobals` takes the page away. */
export function standInPlace(): Element {
  const page = Object.assign(new EventTarget(), { nodeType: 9, activeElement: null, body: null });
  vi.stubGlobal('window', Object.assign(new EventTarget(), { document: page, HTMLIFrameElement: Map }));
  vi.stubGlobal('document', page);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.assign(page, { defaultView: window });
  const place = { nodeType: 1, tagName: 'DIV', namespaceURI: 'http://www.w3.org/1999/xhtml', ownerDocument: page, textContent: '' };
  return Object.assign(new EventTarget(), place) as unknown as Element;
}

// Longer than others because everything that runs inside the page is sent there as the text of this one file.
import type { Page } from '@playwright/test';

/** A line of text as it is drawn; `top` and `bottom` are those of its letters, which are lower than the box of the font. */
type Line = { node: Text; element: Element; layer: Element; left: number; right: number; top: number; bottom: number; size: number };
type Box = { left: number; right: number; top: number; bottom: number };
type Options = { isEnlarged: boolean };

/** Rounding of the browser, in pixels. */
const SLACK_PX = 1.5;
const CONTROLS = 'a, button, summary, label, input, select, textarea, [role=tab]';
/** The two ways in which a text may be cut: what people wrote ends in an ellipsis, and what only repeats the context drops out whole. */
const MAY_BE_CUT = '.free-text, .drop-end > :not(:first-child)';

/** Returns the part of the page that can be used: the topmost modal, else everything. */
function activeRoot(): Element {
  return [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
}

/** What lies above the rest on purpose: a fixed or sticky box, a list that drops down, a modal; else the page. */
function layerOf(element: Element): Element {
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const { position, zIndex } = getComputedStyle(at);
    const isAbove = ['fixed', 'sticky'].includes(position) || (position === 'absolute' && Number(zIndex) > 0);
    if (at.matches('dialog') || isAbove) return at;
  }
  return document.body;
}

function isShown(element: Element): boolean {
  return (
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest('.sr-only, noscript, script, style')
  );
}

/** How elements are named in findings: enough to find them in the source. */
function nameOf(element: Element | null): string {
  if (!element) return '';
  const name = (one: Element) =>
    `${one.tagName.toLowerCase()}${one.getAttribute('class') ? `.${(one.getAttribute('class') ?? '').split(' ').slice(0, 4).join('.')}` : ''}`;
  return element.parentElement ? `${name(element.parentElement)} > ${name(element)}` : name(element);
}

function linesOf(node: Text): Line[] {
  const element = node.parentElement as Element;
  const range = document.createRange();
  range.selectNodeContents(node);
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  const layer = layerOf(element);
  return [...range.getClientRects()]
    .filter(({ width }) => width > 0)
    .map(({ left, right, top, bottom, height }) => {
      // An SVG text is scaled with its picture: its own size is not that of the screen.
      const inset = element instanceof SVGElement ? 0 : Math.max(0, (height - size) / 2);
      return { node, element, layer, left, right, top: top + inset, bottom: bottom - inset, size };
    });
}

function allLines(root: Element): Line[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.textContent?.trim() && node.parentElement && isShown(node.parentElement)) lines.push(...linesOf(node as Text));
  }
  return lines;
}

function paddingBox(element: Element): Box {
  const { left, top } = element.getBoundingClientRect();
  const x = left + element.clientLeft;
  const y = top + element.clientTop;
  return { left: x, right: x + element.clientWidth, top: y, bottom: y + element.clientHeight };
}

/** Follows a box through everything that cuts it: `null` where it is scrolled away, with the element that cuts it for good. */
function clip(from: Element, box: Box, layer: Element): { box: Box | null; cutBy: Element | null } {
  let cutBy: Element | null = null;
  // One by one, for a rectangle of the browser has nothing of its own to spread.
  const seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
  for (let at: Element | null = from; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(at);
    const frame = display === 'inline' || at instanceof SVGElement ? null : paddingBox(at);
    for (const [axis, low, high] of [
      [overflowX, 'left', 'right'],
      [overflowY, 'top', 'bottom'],
    ] as const) {
      if (frame === null || axis === 'visible') continue;
      if (['hidden', 'clip'].includes(axis) && (seen[low] < frame[low] - SLACK_PX || seen[high] > frame[high] + SLACK_PX)) cutBy ??= at;
      seen[low] = Math.max(seen[low], frame[low]);
      seen[high] = Math.min(seen[high], frame[high]);
      if (seen[high] - seen[low] <= 0 && cutBy === null) return { box: null, cutBy };
    }
    if (at === layer) break;
  }
  return { box: seen, cutBy };
}

function overlaps(a: Box, b: Box, least: number): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > least && height > least;
}

/** The nearest box around a text that people see as one: a control, a cell, or something with a ground of its own. */
function visibleBox(line: Line): Element | null {
  for (let at: Element | null = line.element; at && at !== line.layer && at !== document.body; at = at.parentElement) {
    const { display, backgroundColor } = getComputedStyle(at);
    if (display.startsWith('inline') && !display.includes('-') && !at.matches('button')) continue;
    if (at instanceof SVGElement) continue;
    if (at.matches('a, button, summary, label, td, th') || !/^(transparent|rgba\(0, 0, 0, 0\)|.*\/ 0\))$/.test(backgroundColor)) return at;
  }
  return null;
}

/** Parts of a text that must stay on one line: numbers always, words at the normal size of the text. */
function brokenParts(node: Text, { isEnlarged }: { isEnlarged: boolean }): string[] {
  const element = node.parentElement as Element;
  const { wordBreak, hyphens } = getComputedStyle(element);
  if (wordBreak === 'break-all') return [];
  const text = node.textContent ?? '';
  const patterns = [/\d[\d.,\u00a0\u202f]*\d/gu];
  if (!isEnlarged && hyphens !== 'auto') patterns.push(/[\p{Script=Latin}\p{Script=Cyrillic}]{2,}/gu);
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      return tops.size > 1 ? [`broken: "${match[0]}" in ${nameOf(element)}`] : [];
    }),
  );
}

function lineFaults(line: Line): string[] {
  const what = `"${(line.node.textContent ?? '').trim().slice(0, 40)}" in ${nameOf(line.element)}`;
  const { box, cutBy } = clip(line.element, line, line.layer);
  if (cutBy) return line.element.closest(MAY_BE_CUT) ? [] : [`cut: ${what}`];
  if (box === null) return [];
  const faults: string[] = [];
  const isFixed = line.layer !== document.body && getComputedStyle(line.layer).position === 'fixed';
  const scrolls = line.layer.scrollHeight > line.layer.clientHeight && getComputedStyle(line.layer).overflowY !== 'visible';
  const isOutside = box.left < -SLACK_PX || box.right > document.documentElement.clientWidth + SLACK_PX;
  if (isOutside || (isFixed && !scrolls && (box.top < -SLACK_PX || box.bottom > innerHeight + SLACK_PX)))
    faults.push(`outside the screen: ${what}`);
  const around = visibleBox(line)?.getBoundingClientRect();
  if (
    around &&
    (box.left < around.left - SLACK_PX ||
      box.right > around.right + SLACK_PX ||
      box.top < around.top - SLACK_PX ||
      box.bottom > around.bottom + SLACK_PX)
  ) {
    faults.push(`out of its box: ${what}`);
  }
  return faults;
}

/** What is seen of the lines: a text that ends in an ellipsis ends there. */
function seenOf(lines: readonly Line[]): Line[] {
  return lines.flatMap((line) => {
    const { box } = clip(line.element, line, line.layer);
    return box === null ? [] : [{ ...line, ...box }];
  });
}

function overlappingTexts(lines: readonly Line[]): string[] {
  const shown = seenOf(lines.filter((line) => !line.element.closest(MAY_BE_CUT)));
  return shown.flatMap((a, index) =>
    shown
      .slice(index + 1)
      .filter((b) => a.layer === b.layer && a.node !== b.node && overlaps(a, b, 2))
      .map(
        (b) =>
          `on top of each other: "${a.node.textContent?.trim().slice(0, 30)}" and "${b.node.textContent?.trim().slice(0, 30)}" in ${nameOf(b.element)}`,
      ),
  );
}

/** A picture in the line, such as a small chart; one that lies behind the text on purpose is taken out of the flow. */
function coveredByPictures(root: Element, lines: readonly Line[]): string[] {
  const pictures = [...root.querySelectorAll('svg, img, canvas')].filter(
    (one) => isShown(one) && getComputedStyle(one).position === 'static',
  );
  const seen = seenOf(lines);
  return pictures.flatMap((picture) => {
    const { box } = clip(picture, picture.getBoundingClientRect(), layerOf(picture));
    const over = seen.filter((line) => box && line.layer === layerOf(picture) && !picture.contains(line.element) && overlaps(line, box, 2));
    return over.map((line) => `on a picture: "${line.node.textContent?.trim().slice(0, 40)}" in ${nameOf(line.element)}`);
  });
}

function controlFaults(root: Element): string[] {
  const controls = [...root.querySelectorAll(CONTROLS)]
    .filter((one) => isShown(one) && !(one.matches('input') && one.closest('label')))
    .flatMap((element) => {
      const layer = layerOf(element);
      const { box } = clip(element, element.getBoundingClientRect(), layer);
      return box === null || box.right - box.left < 2 ? [] : [{ element, layer, ...box }];
    });
  const name = (one: Element) =>
    `"${((one as HTMLInputElement).labels?.[0]?.textContent || one.textContent || one.getAttribute('aria-label') || one.id).trim().slice(0, 30)}"`;
  const faults = controls.flatMap((a, index) =>
    controls
      .slice(index + 1)
      .filter((b) => a.layer === b.layer && !a.element.contains(b.element) && !b.element.contains(a.element) && overlaps(a, b, 2))
      .map((b) => `controls on top of each other: ${name(a.element)} and ${name(b.element)} in ${nameOf(b.element)}`),
  );
  // What people write scrolls inside its field; an amount has to be seen as a whole.
  const clipped = controls.filter(
    ({ element }) => element.matches('[inputmode=decimal]') && element.scrollWidth > element.clientWidth + SLACK_PX,
  );
  return [...faults, ...clipped.map(({ element }) => `cut: value of ${name(element)} in ${nameOf(element)}`)];
}

/** At the end of the page nothing lies under a fixed bar, and the bars leave at least half of the screen to the content. */
function barFaults(lines: readonly Line[]): string[] {
  if (activeRoot() !== document.body) return [];
  const bars = [...document.querySelectorAll('body *')].filter(
    (one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) && isShown(one),
  );
  const stuck = bars
    .map((one) => one.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) =>
        width >= innerWidth * 0.9 && height > 0 && (top <= 1 || bottom >= innerHeight - 1) && top < innerHeight && bottom > 0,
    );
  const share = stuck.reduce((sum, { height }) => sum + height, 0) / innerHeight;
  const faults = share > 0.5 ? [`bars cover ${Math.round(share * 100)} % of the screen`] : [];
  const left = document.documentElement.scrollHeight - innerHeight - scrollY;
  for (const bar of bars.filter((one) => getComputedStyle(one).position === 'fixed' && !one.matches('dialog'))) {
    const box = bar.getBoundingClientRect();
    if (box.bottom < innerHeight - 1 || box.height === 0 || getComputedStyle(bar).pointerEvents === 'none') continue;
    const isBeside = (line: Line) => line.right <= box.left || line.left >= box.right;
    const under = lines.filter(
      (line) => line.layer === document.body && !isBeside(line) && line.bottom - left > box.top && line.top - left < box.bottom,
    );
    faults.push(...under.map((line) => `under a bar: "${line.node.textContent?.trim().slice(0, 40)}" in ${nameOf(line.element)}`));
  }
  return faults;
}

/** The innermost of those that reach farthest out of the page. */
function widestElement(): Element | null {
  const reach = [...document.querySelectorAll('body *')].filter(isShown).map((element) => {
    const { box } = clip(element, element.getBoundingClientRect(), layerOf(element));
    return { element, right: box?.right ?? 0 };
  });
  const farthest = Math.max(...reach.map(({ right }) => right));
  return reach.filter(({ right }) => right > farthest - SLACK_PX).at(-1)?.element ?? null;
}

function findOverflow({ isEnlarged }: Options): string[] {
  scrollTo(0, 0);
  const root = activeRoot();
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const lines = allLines(root);
  const nodes = [...new Set(lines.map(({ node }) => node))];
  const faults = [
    ...(wide > 1 ? [`the page scrolls sideways by ${wide} px, because of ${nameOf(widestElement())}`] : []),
    ...lines.flatMap(lineFaults),
    ...nodes.flatMap((node) => brokenParts(node, { isEnlarged })),
    ...overlappingTexts(lines),
    ...coveredByPictures(root, lines),
    ...controlFaults(root),
    ...barFaults(lines),
  ];
  return [...new Set(faults)];
}

const PARTS = [
  activeRoot,
  layerOf,
  isShown,
  nameOf,
  linesOf,
  allLines,
  paddingBox,
  clip,
  overlaps,
  visibleBox,
  brokenParts,
  lineFaults,
  seenOf,
  overlappingTexts,
  coveredByPictures,
  controlFaults,
  barFaults,
  widestElement,
  findOverflow,
];
const CONSTANTS = Object.entries({ SLACK_PX, CONTROLS, MAY_BE_CUT }).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
const SOURCE = [...CONSTANTS, ...PARTS.map(String)].join('\n');

/** Returns, in words, every text and control of the page in view that does not fit its place: cut, outside, broken, covered or on top of another. */
export function readOverflow(page: Page, options: Options): Promise<string[]> {
  return page.evaluate(`(() => { ${SOURCE}; return findOverflow(${JSON.stringify(options)}); })()`);
}

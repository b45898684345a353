export type EdgeLabel = { id: string; text: string; price: number; colour: string; edge: 'top' | 'bottom' };
export type EdgeLabels = { show(labels: readonly EdgeLabel[], inset: { right: number; bottom: number }): void; remove(): void };

/** Room between a label and the edge of the picture, px. */
const GAP = 4;
const STACK = 'pointer-events-none absolute left-1 z-10 flex flex-col items-end gap-1';
const LABEL = 'flex items-center gap-1 rounded-card border border-line bg-surface-1 px-2 py-0.5 font-strong text-end text-micro max-w-full';

/** Names prices that lie above or below what a chart shows at the edge where they would be; the furthest one is the outermost. */
export function createEdgeLabels(host: HTMLElement): EdgeLabels {
  const stacks = { top: addStack(host), bottom: addStack(host) };
  return {
    show(labels, inset) {
      for (const edge of ['top', 'bottom'] as const) {
        const stack = stacks[edge];
        stack.style.right = `${inset.right + GAP}px`;
        stack.style[edge] = `${(edge === 'bottom' ? inset.bottom : 0) + GAP}px`;
        const own = labels.filter((label) => label.edge === edge).sort((a, b) => b.price - a.price);
        stack.replaceChildren(...own.map(toElement));
      }
    },
    remove() {
      stacks.top.remove();
      stacks.bottom.remove();
    },
  };
}

function addStack(host: HTMLElement): HTMLElement {
  const stack = document.createElement('div');
  stack.className = STACK;
  host.append(stack);
  return stack;
}

function toElement({ text, colour, edge }: EdgeLabel): HTMLElement {
  const label = document.createElement('span');
  label.className = LABEL;
  const arrow = document.createElement('span');
  arrow.style.color = colour;
  arrow.textContent = edge === 'top' ? '▲' : '▼';
  label.append(arrow, text);
  return label;
}

/** The theme's colours in the notation that a canvas chart understands. */
export type ChartColours = {
  text: string;
  line: string;
  up: string;
  down: string;
  upSoft: string;
  downSoft: string;
  accent: string;
  warn: string;
  averageFast: string;
  averageSlow: string;
  cross: string;
};

let pixel: CanvasRenderingContext2D | null = null;

function toRgba(colour: string): string {
  pixel ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (pixel === null) return colour;
  pixel.clearRect(0, 0, 1, 1);
  pixel.fillStyle = colour;
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${(alpha / 255).toFixed(3)})`;
}

/** Reads the tokens as they are now; the tokens are OKLCH, which the chart library can't parse. */
export function readChartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => toRgba(style.getPropertyValue(name).trim());
  return {
    text: token('--text-3'),
    line: token('--line'),
    up: token('--up'),
    down: token('--down'),
    upSoft: token('--up-soft'),
    downSoft: token('--down-soft'),
    accent: token('--accent'),
    warn: token('--warn'),
    averageFast: token('--accent'),
    averageSlow: token('--warn'),
    cross: token('--text-2'),
  };
}

/** Calls `listener` when theme or trend colours are switched; returns the way out. */
export function onColoursChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-trend'] });
  return () => observer.disconnect();
}

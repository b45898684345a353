import { readdirSync, readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SubmitButton } from './submit-button';

it('a button that is off says why, above itself and to a screen reader; one that is on says nothing', () => {
  const off = renderToString(<SubmitButton why="Enter an amount">Send</SubmitButton>);
  const id = /<p[^>]* id="([^"]+)"[^>]*>Enter an amount<\/p>/.exec(off)?.[1];
  expect(id).toBeDefined();
  expect(off).toContain(`aria-describedby="${id}"`);
  expect(off).toContain('disabled=""');
  const on = renderToString(<SubmitButton why={null}>Send</SubmitButton>);
  expect(on).not.toMatch(/<p|disabled="|describedby/);
});

/** Off while a write is under way, or while a wallet or a link is looked for: that shows by itself. */
const UNDER_WAY = /^!?[\w.]*(isBusy|isLocked|step === 'done'|step !== null|wallet|token)$/;
/** Their line above the button says what is missing, or there is nothing to undo. */
const SAID_BESIDE = new Set(['spot/ticket.tsx', 'perpetual/ticket.tsx', 'options/option-ticket.tsx', 'loans/signature-canvas.tsx']);

it('no other button is off without a reason', () => {
  const silent = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.startsWith('console/') && !path.startsWith('ui/') && !SAID_BESIDE.has(path))
    .flatMap((path) =>
      readFileSync(`components/${path}`, 'utf8')
        .split(/<Button\b/)
        .slice(1)
        .map((tag) => /(?<![-\w])disabled=\{([^}]*)\}/.exec(tag.slice(0, tag.indexOf('</Button>')))?.[1])
        .filter((off) => off?.split(' || ').some((part) => !UNDER_WAY.test(part)))
        .map((off) => `${path}: ${off}`),
    );
  expect(silent).toEqual([]);
});

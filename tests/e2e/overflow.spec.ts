import { readFocusFault, tourFaults } from './support/keyboard';
import { readOverflow } from './support/overflow';
import { readSmallTargets } from './support/tap-targets';
import { expect, readBarriers, test } from './support/test';

/** What is wrong on purpose, and how it has to be reported. Each stands alone on a page of 390 px. */
const WRONG = [
  { html: '<p style="width:600px;white-space:nowrap">wide</p>', says: /^the page scrolls sideways by/ },
  { html: '<button style="width:60px;overflow:hidden;white-space:nowrap">Close position</button>', says: /^cut: "Close position"/ },
  { html: '<p style="height:1em;width:90px;overflow:hidden">one two three four</p>', says: /^cut:/ },
  { html: '<button style="width:60px;padding:0;white-space:nowrap">Close position</button>', says: /^out of its box: "Close position"/ },
  { html: '<p style="position:absolute;left:-40px">left out</p>', says: /^outside the screen: "left out"/ },
  { html: '<p>under</p><p style="margin-top:-30px">over</p>', says: /^on top of each other: "under" and "over"/ },
  { html: '<a href="#a">one</a><a href="#b" style="margin-left:-20px">two</a>', says: /^controls on top of each other: "one" and "two"/ },
  { html: '<p style="width:40px;overflow-wrap:anywhere">84,661.36</p>', says: /^broken: "84,661.36"/ },
  { html: '<button style="width:60px;overflow-wrap:anywhere">Stornierungsfrist</button>', says: /^broken: "Stornierungsfrist"/ },
  { html: '<p>Vol 1.2 M</p><svg width="40" height="20" style="margin-top:-40px;display:block"></svg>', says: /^on a picture: "Vol 1.2 M"/ },
  { html: '<input inputmode="decimal" value="123456789.12345678" style="width:60px">', says: /^cut: value of/ },
  {
    html: '<nav style="position:fixed;bottom:0;width:100%;height:80px"></nav><main style="height:100vh;position:relative"><p style="position:absolute;bottom:0">last</p></main>',
    says: /^under a bar: "last"/,
  },
  { html: '<nav style="position:fixed;bottom:0;width:100%;height:500px"></nav>', says: /^bars cover/ },
];

/** As the product sets its pages up: as wide as the phone, the focus drawn with two pixels. */
const HEAD = '<meta name="viewport" content="width=device-width, initial-scale=1"><style>:focus-visible{outline:2px solid blue}</style>';

test('each thing that does not fit is found, and only that', async ({ page }) => {
  for (const { html, says } of WRONG) {
    await page.setContent(`${HEAD}<body style="margin:8px">${html}</body>`);
    const found = await readOverflow(page, { isEnlarged: false });
    expect(
      found.filter((fault) => says.test(fault)),
      html,
    ).not.toEqual([]);
  }
});

test('what is cut on purpose, and what fits, is not reported', async ({ page }) => {
  await page.setContent(`${HEAD}<body style="margin:8px">
    <span class="free-text" style="display:block;width:40px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">a name that somebody wrote</span>
    <p style="display:flex;width:60px"><span class="free-text" style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis">a name that somebody wrote</span><svg width="14" height="14" style="flex:none"></svg></p>
    <span class="drop-end" style="display:flex;flex-wrap:wrap;width:50px;height:1lh;overflow:hidden"><b>LINK</b><span>/USDT</span></span>
    <div style="overflow-x:auto;width:100px"><div style="width:400px">scrolls in its own box</div></div>
    <button style="padding:4px 8px">Buy BTC</button></body>`);
  expect(await readOverflow(page, { isEnlarged: false })).toEqual([]);
});

test('what is small to press is found, and what has a larger box to be pressed is not', async ({ page }) => {
  await page.setContent(`${HEAD}<style>.large { position: relative } .large::before { content: ''; position: absolute; inset: -12px -2px }</style>
    <button style="width:60px;height:20px;padding:0">small</button><button class="large" style="width:60px;height:20px;padding:0">large</button>
    <p>Read <a href="#a">the rules</a> first.</p>
    <label for="a" style="display:block;height:20px">Name</label><input id="a" style="height:24px;width:60px;box-sizing:border-box">`);
  expect(await readSmallTargets(page)).toEqual(['small to press, 60 x 20 px: button "small"']);
});

test('a focus that is not drawn, or covered, is found, and so is a control that Tab never reaches', async ({ page }) => {
  await page.setContent(`${HEAD}<button style="outline:none">plain</button>`);
  await page.keyboard.press('Tab');
  expect(await readFocusFault(page)).toMatch(/^the focus is not drawn on BUTTON "plain"/);
  await page.setContent(`${HEAD}<button>low</button><div style="position:fixed;inset:0;background:#fff"></div>`);
  await page.keyboard.press('Tab');
  expect(await readFocusFault(page)).toMatch(/^the focus is hidden on BUTTON "low" by DIV/);
  await page.setContent(`${HEAD}<button>first</button><button tabindex="-1">skipped</button><br><button>second</button>`);
  expect(await tourFaults(page)).toEqual([expect.stringMatching(/^never reached: <button tabindex="-1"/)]);
  await page.setContent(`${HEAD}<div style="display:flex;flex-direction:column-reverse"><button>low</button><button>high</button></div>`);
  expect(await tourFaults(page)).toEqual([expect.stringMatching(/^a step back up, from "low" to "high"/)]);
});

test('axe finds a button without a name', async ({ page }) => {
  await page.setContent('<html lang="en"><title>t</title><main><h1>t</h1><button></button></main></html>');
  expect(await readBarriers(page)).toEqual([expect.stringMatching(/^button-name: button/)]);
});

import { becomeViewer } from './support/members';
import { expect, settle, test } from './support/test';

const LISTS = ['/spotorder', '/contractOrder?list=open'];
/** The longest words stand in the order, on its buttons, or in its time. */
const LONGEST = ['ms', 'de', 'ru'];

test('an open order has the whole width of a phone for each of its lines, in the longest languages', async ({ page }) => {
  for (const locale of LONGEST) {
    await becomeViewer(page.context(), 'trader', { theme: 'day', locale });
    for (const path of LISTS) {
      await page.goto(path);
      await settle(page);
      const row = page.locator('main li:has(button)').filter({ has: page.locator('a[href*=orderdetails]') });
      await expect(row.first()).toBeVisible();
      for (const one of await row.all()) {
        const [whole, order] = [await one.boundingBox(), await one.locator('a').boundingBox()];
        expect(order?.width, `${locale} ${path}`).toBe(whole?.width);
        // Two lines, or three for what waits and is one of a pair.
        expect(order?.height, `${locale} ${path}`).toBeLessThan(90);
      }
    }
  }
});

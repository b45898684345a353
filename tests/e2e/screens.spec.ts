import { LOCALES } from '../../lib/protocol/wire';
import { type Inspection, inspectScreens, PHONE, type Size } from './support/inspect-screens';
import { IS_LONG } from '../helpers/turns';
import { type Viewer, VIEWERS } from './support/members';
import { SCREENS, type Screen } from './support/screens';
import { expect, test } from './support/test';

type Plan = Inspection & { screens: (screen: Screen) => boolean; viewers?: readonly Viewer[] };

const SMALL: Size = { width: 320, height: 568, textPercent: 100 };
/** As wide as most Android phones. */
const NARROW: Size = { width: 360, height: 780, textPercent: 100 };
const SIZES: readonly Size[] = [PHONE, NARROW, SMALL, { ...PHONE, textPercent: 200 }, { ...SMALL, textPercent: 200 }];
const LONGEST: readonly Size[] = [NARROW, SMALL, { ...PHONE, textPercent: 200 }];
/** The ends of what there is. */
const EXTREME: readonly Size[] = [SMALL, { ...PHONE, textPercent: 200 }];
/** Who stakes and borrows, or pays, is made in a minute or two: in the short form one look at their pages is enough. */
const USUAL = VIEWERS.filter((viewer) => viewer !== 'earner' && viewer !== 'payer');
const TABLET: Size = { width: 820, height: 1180, textPercent: 100 };
const DESKTOP: Size = { width: 1440, height: 900, textPercent: 100 };
/** A screen with everything that is looked at on it. */
const SCREEN_MS_MAX = 60_000;
/** A step that can't be done is a finding of its own, not the end of the test. */
const ACTION_MS = 30_000;

const every = () => true;
const isPage = ({ open }: Screen) => open === undefined;
/** Where most people are most of the time. */
const DAILY =
  /^\/(login|register|tab1|market|marketInfo\?coin=BTC-USDT|spotorder|perpetualorder\?.*|optionOrder\?.*|wallet|record|account)$/;
const isDaily = ({ name }: Screen) => DAILY.test(name);
/** One sheet of each make, and those that every member meets. */
const SHEETS =
  /^(languages|refused login|menu|account switcher|sign-out|market picker|amend an order|spot (ticket|receipt|warning)|leverage|add margin|triggers|close position|perpetual (receipt|test|limits)|seconds test|guarded \/account|end a session|freeze the account)$/;
/** Pages of what somebody stakes, hosts and borrows, and the longest text of the product; the others have as much on them for the trader. */
const isEarning = (screen: Screen) =>
  screen.name === 'loan agreement' || (isPage(screen) && /tab[23]|pledge|hosting|active=|loan/.test(screen.path));
const isSheet = (screen: Screen) => !isPage(screen) && SHEETS.test(screen.name);
/**
 * Colours come with the theme and lengths with the language: the longest words, in both themes where people are most, and there in other scripts;
 * English is the language of all other specs. A page that is there is looked at in all ways before the next one: most of a look is getting there.
 */
const SHORT: readonly Plan[] = [
  { locale: 'de', themes: ['day', 'dark'], sizes: LONGEST, screens: isDaily, viewers: USUAL },
  { locale: 'de', themes: ['day'], sizes: EXTREME, screens: (screen) => isPage(screen) && !isDaily(screen), viewers: USUAL },
  { locale: 'de', themes: ['dark'], sizes: EXTREME, screens: isSheet, viewers: USUAL },
  { locale: 'ja', themes: [], sizes: [SMALL], screens: isDaily, viewers: USUAL },
  { locale: 'de', themes: ['day'], sizes: [NARROW], screens: isEarning, viewers: ['earner'] },
];
/** Home, markets, the terminal of each product, wallet and records with panes and columns. */
const WIDE: Plan = { locale: 'de', themes: ['dark'], first: DESKTOP, sizes: [DESKTOP, TABLET], screens: isDaily, viewers: ['trader'] };
const WIDE_DAY: Plan = { locale: 'en', themes: ['day'], first: DESKTOP, sizes: [DESKTOP], screens: isDaily, viewers: ['trader'] };
const LONG: readonly Plan[] = [
  ...LOCALES.map((locale): Plan => ({ locale, themes: ['dark', 'day'], sizes: SIZES, screens: every })),
  WIDE_DAY,
];

// The longest file by far: its tests are shared among the workers.
test.describe.configure({ mode: 'parallel' });
// Findings are words: a trace of hundreds of screens would only cost time.
test.use({ trace: 'off', screenshot: 'off' });

for (const plan of [...(IS_LONG ? LONG : SHORT), WIDE]) {
  const where = [plan.locale, ...plan.themes, ...(plan.first === undefined ? [] : [`${plan.first.width} px`])].join(', ');
  test.describe(where, () => {
    // A page that is not there answers 404, and a refused login 401: both are noted by the browser.
    test.use({ allowedNoise: [/(404|401|Refused|400) /], actionTimeout: ACTION_MS });

    for (const viewer of plan.viewers ?? VIEWERS) {
      const screens = SCREENS.filter((screen) => screen.as === viewer && plan.screens(screen));
      if (screens.length === 0) continue;
      test(`${screens.length} screens of the ${viewer} fit and keep nobody out in ${where}`, async ({ page }) => {
        test.setTimeout(60_000 + screens.length * SCREEN_MS_MAX);
        expect(await inspectScreens(page, { look: plan, viewer, screens })).toEqual([]);
      });
    }
  });
}

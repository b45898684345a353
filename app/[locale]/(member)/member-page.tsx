import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { unstable_rethrow } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageTexts } from '@/components/layout/page-texts';
import { ScreenFailure } from '@/components/layout/screen-failure';
import { PageFrame } from '@/components/layout/shell';
import { logFailure } from '@/lib/bff/log-failure';
import { withPageBudget } from '@/lib/bff/page-budget';
import { AppError } from '@/lib/errors/app-error';
import { localeOr } from '@/lib/i18n/locales';
import { getText, loadMessages } from '@/lib/i18n/texts';
import { PAGES, type PageRoute, type PageRow, type TextKey } from '@/lib/pages/pages';
import { ERRORS } from '@/lib/protocol/errors';
import type { Locale } from '@/lib/protocol/wire';
import { getQueryClient } from '@/lib/query/query-client';
import type { AppSession } from '@/lib/session/options';
import { requireSession } from '@/lib/session/session';
import { type NeedOf, readNeed } from './(pages)/needs';

type Query = Readonly<Record<string, string | string[] | undefined>>;
type Props = { params: Promise<{ locale: string }>; searchParams: Promise<Query> };
type Asked<R extends PageRoute> = { session: AppSession; locale: Locale; query: Query; need: NeedOf<R>; client: QueryClient };
type Parts<R extends PageRoute, Loaded> = {
  /** Reads what the screen begins with: prefetches into `client`, and returns what is handed to the parts below. */
  load?: (asked: Asked<R>) => Promise<Loaded>;
  screen: (asked: Asked<R>, loaded: Loaded) => ReactNode;
  /** The title of a variant of the page, in place of the row's; null: the row's. */
  title?: (query: Query) => TextKey | null;
  /** In place of the title on the page itself, and of its way back. */
  heading?: (asked: Asked<R>, loaded: Loaded) => ReactNode;
  back?: (asked: Asked<R>, loaded: Loaded) => string;
  /** Stands at the end of the header. */
  action?: (asked: Asked<R>, loaded: Loaded) => ReactNode;
};

/**
 * Returns a page of a signed-in user from its row in `PAGES` and its parts. A read that fails or comes too late doesn't take the page with
 * it: inside its frame it says what happened, and comes back by itself.
 */
export function memberPage<R extends PageRoute, Loaded = undefined>(route: R, parts: Parts<R, Loaded>) {
  const row: PageRow = PAGES[route];
  async function show({ params, searchParams }: Props): Promise<ReactNode> {
    const session = await requireSession();
    try {
      return await withPageBudget(async () => {
        const [locale, query] = [localeOr((await params).locale), await searchParams];
        const need = await readNeed(route, { searchParams });
        return render({ session, locale, query, need, client: getQueryClient() });
      });
    } catch (error) {
      unstable_rethrow(error);
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      const { status } = ERRORS[code];
      if (status >= 500) logFailure({ requestId: '-', where: `page ${route}`, error });
      return (
        <PageFrame {...row.frame} heading={null}>
          <ScreenFailure code={code} isTitled={!('back' in row.frame)} status={status} />
        </PageFrame>
      );
    }
  }
  const titleOf = (query: Query): TextKey => parts.title?.(query) ?? row.title;
  async function render(asked: Asked<R>): Promise<ReactNode> {
    const { client, locale } = asked;
    const [loaded, title, texts] = await Promise.all([
      parts.load?.(asked) as Promise<Loaded>,
      parts.heading === undefined ? getText(locale, titleOf(asked.query)) : null,
      loadMessages(locale, row.texts),
    ]);
    const back = parts.back === undefined ? {} : { back: parts.back(asked, loaded) };
    const page = (
      <PageTexts texts={texts}>
        <PageFrame {...row.frame} {...back} action={parts.action?.(asked, loaded)} heading={parts.heading?.(asked, loaded) ?? title}>
          {parts.screen(asked, loaded)}
        </PageFrame>
      </PageTexts>
    );
    const isRead = client.getQueryCache().getAll().length > 0;
    return isRead ? <HydrationBoundary state={dehydrate(client)}>{page}</HydrationBoundary> : page;
  }
  const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => ({
    title: await getText(localeOr((await params).locale), titleOf(await searchParams)),
  });
  return { show, generateMetadata };
}

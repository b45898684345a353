import { unstable_rethrow } from 'next/navigation';
import type { ReactNode } from 'react';
import { ScreenFailure } from '@/components/layout/screen-failure';
import { PageShell, TabShell } from '@/components/layout/shell';
import type { Tab } from '@/components/layout/tab-bar';
import { logFailure } from '@/lib/bff/log-failure';
import { withPageBudget } from '@/lib/bff/page-budget';
import { AppError } from '@/lib/errors/app-error';
import { ERRORS } from '@/lib/protocol/errors';
import type { AppSession } from '@/lib/session/options';
import { requireSession } from '@/lib/session/session';

/** Where the page says that it could not be shown: what stands around it otherwise. */
type Frame = { tab: Tab } | { backHref: string; isWide?: boolean };

/**
 * Returns a page of a signed-in user. A read that fails or comes too late doesn't take the page with it: inside its frame it says what
 * happened, and comes back by itself.
 */
export function memberPage<Props>(
  frame: Frame,
  render: (props: Props, session: AppSession) => Promise<ReactNode>,
): (props: Props) => Promise<ReactNode> {
  return async (props) => {
    const session = await requireSession();
    try {
      return await withPageBudget(() => render(props, session));
    } catch (error) {
      unstable_rethrow(error);
      const code = error instanceof AppError ? error.code : 'INTERNAL';
      const { status } = ERRORS[code];
      if (status >= 500) logFailure({ requestId: '-', where: `page ${'tab' in frame ? frame.tab : frame.backHref}`, error });
      const failure = <ScreenFailure code={code} isTitled={'tab' in frame} status={status} />;
      if ('tab' in frame) return <TabShell tab={frame.tab}>{failure}</TabShell>;
      return (
        <PageShell {...frame} title={null}>
          {failure}
        </PageShell>
      );
    }
  };
}

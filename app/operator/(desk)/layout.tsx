import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/console/console-frame';
import { FormatProvider, MayProvider } from '@/components/console/format-context';
import { ask, requireConsole } from '@/lib/console/ask';
import { CONSOLE_PAGES } from '@/lib/console/pages';
import { getFormatter } from '@/lib/console/read-formatter';
import { signInEndpoints } from '@/lib/operator/sign-in';

/** Every page behind it asks the exchange with the session itself; this one only draws the frame. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  requireConsole();
  const [{ name, roles, may, isSandbox }, { settings }] = await Promise.all([ask(signInEndpoints.me, {}), getFormatter()]);
  const pages = CONSOLE_PAGES.filter((page) => page.may === undefined || may.includes(page.may));
  return (
    <FormatProvider settings={settings}>
      <MayProvider may={may}>
        <ConsoleFrame isSandbox={isSandbox} name={name} pages={pages} roles={roles} settings={settings}>
          {children}
        </ConsoleFrame>
      </MayProvider>
    </FormatProvider>
  );
}

import { readdirSync, readFileSync } from 'node:fs';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ContextType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ActionForm } from './action-form';
import { Decision } from './decision';
import { SignInForm } from './sign-in-form';
import { UserSearch } from './user-search';

const noRouter = {} as NonNullable<ContextType<typeof AppRouterContext>>;
const draw = (form: React.ReactNode) => renderToString(<AppRouterContext.Provider value={noRouter}>{form}</AppRouterContext.Provider>);

it('security: no button of a decision or an act is one that Enter in a field would press', () => {
  for (const html of [draw(<Decision id="1" />), draw(<ActionForm act="markets.halt" input={{}} label="Halt it" />)]) {
    expect(html).toContain('<button');
    expect(html).not.toContain('type="submit"');
  }
});

it('security: before the page is taken over no form sends what was typed anywhere, least of all into its address', () => {
  for (const form of [<SignInForm key="a" />, <UserSearch key="b" />, <Decision id="1" key="c" />])
    expect(draw(form)).toMatch(/<form[^>]* method="dialog"/);
  // What narrows a list belongs into its address, and a file is sent for by the browser itself.
  const own = ['client-form.tsx', 'filter-form.tsx', 'csv-form.tsx'];
  const others = ['components/console', 'app/operator'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx') && !own.includes(path))
      .filter((path) => readFileSync(`${folder}/${path}`, 'utf8').includes('<form')),
  );
  expect(others).toEqual([]);
});

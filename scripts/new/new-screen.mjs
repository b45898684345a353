import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { edit, toKebab, toPascal, writeNew } from './names.mjs';

/** As the specification spells routes. */
const ROUTE = /^[a-z][A-Za-z0-9_-]{1,40}$/;
/** What validate refuses: a text that still has to be written in its language. */
export const UNWRITTEN = 'TODO(translate): ';
const PAGES = 'app/[locale]/(member)/(pages)';

/** Writes a page of a member with an empty state, its row and its texts; returns what was done and where. */
export function newScreen({ root, route, texts }) {
  if (!ROUTE.test(route)) throw new Error(`${route} is no route: letters, digits, - and _, a small letter first`);
  const domain = toKebab(route).replaceAll('_', '-');
  const name = toPascal(domain);
  if (existsSync(join(root, `${PAGES}/${route}`))) throw new Error(`/${route} is there already`);
  const english = { title: name, empty: 'Nothing here yet', emptyText: 'What belongs here appears as soon as there is some.', ...texts.en };
  const unwritten = [];
  for (const locale of readdirSync(join(root, 'messages'))) {
    const own = Object.entries(english).map(([key, text]) => [key, texts[locale]?.[key] ?? `${UNWRITTEN}${text}`]);
    if (own.some(([, text]) => text.startsWith(UNWRITTEN))) unwritten.push(locale);
    writeNew(root, `messages/${locale}/${domain}.json`, `${JSON.stringify(Object.fromEntries(own), null, 2)}\n`);
  }
  writeNew(root, `components/${domain}/${domain}-screen.tsx`, screenSource({ name }));
  writeNew(
    root,
    `${PAGES}/${route}/loading.tsx`,
    `import { memberLoading } from '../../member-loading';\n\nexport default memberLoading('${route}');\n`,
  );
  writeNew(root, `${PAGES}/${route}/page.tsx`, pageSource({ name, domain, route }));
  edit(root, 'lib/i18n/catalogue.ts', (source) => source.replace('\n};\n', `\n${catalogueLine({ name, domain })}\n};\n`));
  edit(root, 'lib/pages/pages.ts', (source) =>
    source.replace(
      '\n} as const satisfies Record<string, PageRow>;',
      `\n  ${/^\w+$/.test(route) ? route : `'${route}'`}: { title: '${name}.title', frame: { back: '/account' }, skeleton: 'list', texts: ['${name}'] },\n} as const satisfies Record<string, PageRow>;`,
    ),
  );
  // A page of the route table that was still to come isn't any more; a page of our own never stood there.
  try {
    edit(root, 'lib/security/pages.ts', (source) => source.replace(`  '/${route}',\n`, ''));
  } catch (error) {
    if (!/nothing was changed/.test(error.message)) throw error;
  }
  const where = `its row is in lib/pages/pages.ts, its screen in components/${domain}/, its texts in messages/*/${domain}.json`;
  const missing = unwritten.length > 0 ? [`texts to write before validate passes: ${unwritten.join(', ')}`] : [];
  const written = ['lib/i18n/catalogue.ts', 'lib/pages/pages.ts', 'lib/security/pages.ts', `components/${domain}`, `${PAGES}/${route}`];
  return { lines: [`/${route}: ${where}`, ...missing], paths: written };
}

function catalogueLine({ name, domain }) {
  const line = `  ${name}: (locale: Locale) => import(\`../../messages/\${locale}/${domain}.json\`) as File<typeof import('../../messages/en/${domain}.json')>,`;
  return line.length <= 140 ? line : line.replace('=> import', '=>\n    import');
}

function screenSource({ name }) {
  return `'use client';
import { useTranslations } from 'next-intl';
import { EmptyState } from '@/components/ui/empty-state';

export function ${name}Screen() {
  const t = useTranslations('${name}');
  return <EmptyState text={t('emptyText')} title={t('empty')} />;
}
`;
}

function pageSource({ name, domain, route }) {
  return `import { ${name}Screen } from '@/components/${domain}/${domain}-screen';
import { memberPage } from '../../member-page';

const page = memberPage('${route}', { screen: () => <${name}Screen /> });

export const { generateMetadata } = page;
export default page.show;
`;
}

import createNextIntlPlugin from 'next-intl/plugin';
import { STANDARD_HEADERS } from './lib/security/standard-headers.mjs';

/** Scripts lie compressed beside themselves (scripts/launch/build.mjs), for browsers that take them so. */
const script = {
  source: '/_next/static/chunks/:path*.js',
  has: [{ type: 'header', key: 'accept-encoding', value: '(?:.*[ ,])?br(?! *; *q=0(?:[.]0*)?(?: |,|$))(?:[ ,;].*)?' }],
};
const compressed = [
  { key: 'Content-Encoding', value: 'br' },
  { key: 'Content-Type', value: 'application/javascript; charset=UTF-8' },
  { key: 'Vary', value: 'Accept-Encoding' },
];
/** Said by the build that compresses them: a build of another kind has no such files. */
const isCompressed = process.env.SCRIPTS_COMPRESSED === '1';

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  // `npm run validate` checks the types, of tests too: once more here takes 44 of 100 s of a first build.
  typescript: { ignoreBuildErrors: true },
  compress: true,
  reactStrictMode: true,
  serverExternalPackages: ['undici'],
  // Nothing here is optimized; the framework's own optimizer would fetch pages inside the server.
  images: { unoptimized: true },
  turbopack: { root: import.meta.dirname },
  // The first paint waits for the styles: see docs/decisions/0014.
  experimental: { inlineCss: true },
  rewrites: async () => ({
    beforeFiles: isCompressed ? [{ ...script, destination: '/_next/static/chunks/:path*.js.br' }] : [],
    afterFiles: [],
    fallback: [],
  }),
  headers: async () => [
    { source: '/:path*', headers: STANDARD_HEADERS },
    ...(isCompressed ? [{ ...script, headers: compressed }] : []),
    { source: '/coins.svg', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400, stale-while-revalidate=604800' }] },
  ],
};

/** Texts are compiled while building, so that no browser loads the parser of the message syntax. */
const withIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

export default withIntl(config);

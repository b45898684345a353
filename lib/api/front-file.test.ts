import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PICTURE_BYTES_MAX, PICTURE_FORM_BYTES_MAX } from '../protocol/files';
import { ENDPOINTS } from './endpoints';

const MEGABYTE = 1024 * 1024;
const text = readFileSync('docs/front.nginx.conf', 'utf8');
const locations = [...text.matchAll(/location ([^{]+?) \{([^}]*)\}/g)].map(([, where = '', rules = '']) => ({ where, rules }));
const patternOf = (where: string) => new RegExp(where.replace(/^~ /, ''));
const pathsIn = (isIn: (rules: string) => boolean) => {
  const patterns = locations.filter(({ where, rules }) => where.startsWith('~ ') && isIn(rules)).map(({ where }) => patternOf(where));
  return ENDPOINTS.map(({ path }) => path).filter((path) => patterns.some((pattern) => pattern.test(path)));
};

it('security: the proxy keeps, and lets wait for each other, exactly what is the same for everybody', () => {
  const kept = ENDPOINTS.filter(({ method, access, ...rest }) => method === 'GET' && access === 'public' && 'fresh' in rest);
  expect(pathsIn((rules) => rules.includes('proxy_cache candor')).sort()).toEqual(kept.map(({ path }) => path).sort());
  expect(locations.filter(({ where, rules }) => !where.startsWith('~ ') && rules.includes('proxy_cache'))).toEqual([]);
});

it('the proxy takes pictures as large as the app does, where the app takes them', () => {
  const uploads = ENDPOINTS.filter((endpoint) => 'upload' in endpoint && endpoint.upload === true).map(({ path }) => path);
  const sizeOf = (rules: string) => Number(/client_max_body_size (\d+)m;/.exec(rules)?.[1] ?? 0) * MEGABYTE;
  const taken = pathsIn((rules) => sizeOf(rules) >= PICTURE_BYTES_MAX + PICTURE_FORM_BYTES_MAX);
  expect(new Set(taken)).toEqual(new Set(uploads));
});

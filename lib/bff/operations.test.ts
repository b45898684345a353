import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, readExamples } from '../../tests/helpers/example-input';
import { ENDPOINTS } from '../api/endpoints';
import { findOperation } from './dispatch';
import { buildOpenApi } from './openapi';
import { OPERATIONS } from './operations';

const root = fileURLToPath(new URL('../../app', import.meta.url));
const document = buildOpenApi() as ApiDocument;
const fileOf = (path: string) => `${root}${path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`;
const stepsOf = (path: string) => path.replace('{id}', '7').split('/').slice(2);

describe('the API document', () => {
  it('describes exactly the addresses and methods that are served', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [path, method] as const),
    );
    const unserved = described.filter(
      ([path, method]) => !existsSync(fileOf(path)) && findOperation(stepsOf(path), method.toUpperCase())?.operation === undefined,
    );
    expect(unserved).toEqual([]);
    expect(ENDPOINTS.filter(({ path, method }) => document.paths[path]?.[method.toLowerCase()] === undefined)).toEqual([]);
  });
  it('gives bodies that refuse unknown members', () => {
    const operation = document.paths['/api/spot/orders']?.post as {
      requestBody: { content: Record<string, { schema: { additionalProperties: boolean } }> };
    };
    expect(operation.requestBody.content['application/json']?.schema.additionalProperties).toBe(false);
  });
});

it('every operation takes the example that its own schema gives', () => {
  const examples = readExamples(document as ApiDocument);
  const spoken = OPERATIONS.filter((operation) => !('upload' in operation));
  for (const { id, input } of spoken) expect(input.safeParse(examples[id]), id).toMatchObject({ success: true });
});

describe('an address', () => {
  it('is found by its steps, with what its path says', () => {
    const found = findOperation(['spot', 'orders', '42'], 'GET');
    expect([found?.operation?.id, found?.params]).toEqual(['order', { id: '42' }]);
  });
  it('answers HEAD as it answers GET, and names its methods', () => {
    expect(findOperation(['spot', 'orders'], 'HEAD')).toMatchObject({
      operation: { id: 'orders' },
      methods: ['GET', 'HEAD', 'OPTIONS', 'POST'],
    });
    expect(findOperation(['faucet'], 'GET')).toMatchObject({ operation: undefined, methods: ['OPTIONS', 'POST'] });
  });
  it('error: one step more, one less, none, or another is nobody’s', () => {
    for (const steps of [[], ['spot'], ['spot', 'orders', '1', 'x'], ['nope'], ['constructor'], ['{id}'], ['spot/orders']])
      expect(findOperation(steps, 'GET')).toBeNull();
  });
});

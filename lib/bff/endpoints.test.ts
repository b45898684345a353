import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { buildOpenApi } from './openapi';

const root = fileURLToPath(new URL('../../app/api/', import.meta.url));
const document = buildOpenApi() as { paths: Record<string, Record<string, unknown>> };

describe('the API document', () => {
  it('describes exactly the addresses and methods that have a handler', () => {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('route.ts'));
    const served = files.flatMap((file) => {
      const path = `/api/${file.replace(/\/?route\.ts$/, '')}`.replace(/\[(\w+)\]/g, '{$1}');
      const methods = [
        ...readFileSync(root + file, 'utf8').matchAll(/export (?:const|function|async function) (GET|POST|PUT|PATCH|DELETE)\b/g),
      ];
      return methods.map(([, method]) => `${method?.toLowerCase()} ${path}`);
    });
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(served.sort());
  });
  it('gives bodies that refuse unknown members', () => {
    const operation = document.paths['/api/spot/orders']?.post as {
      requestBody: { content: Record<string, { schema: { additionalProperties: boolean } }> };
    };
    expect(operation.requestBody.content['application/json']?.schema.additionalProperties).toBe(false);
  });
});

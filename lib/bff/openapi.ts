import { z } from 'zod';
import { brand } from '../brand';
import { errorBodySchema } from '../dto/shared';
import { streamEventSchemas } from '../dto/stream';
import { SHOWN_MODE_HEADER, SHOWN_USER_HEADER } from '../dto/shown-account';
import { shownBy } from '../api/define';
import { EXPORTS } from './exports/lists';
import type { Operation } from './operation';
import { OPERATIONS } from './operations';

type Json = Record<string, unknown>;

/** What we send is described as it is sent, what we take as it may be sent. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' }) as Json;
  return rest;
}

function toParameters(operation: Operation): Json[] {
  const { properties = {}, required = [] } = toSchema(operation.input, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = operation.path.includes(`{${name}}`);
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema };
  });
}

/** Headers in which a request names the account that its screen shows. */
function toShownParameters(operation: Operation): Json[] {
  const shown = shownBy(operation);
  if (shown === null) return [];
  const names = shown === 'user' ? [SHOWN_USER_HEADER] : [SHOWN_USER_HEADER, SHOWN_MODE_HEADER];
  return names.map((name) => ({ name, in: 'header', required: true, schema: { type: 'string' } }));
}

function toInput(operation: Operation, body: Json): Json {
  const parameters = [...(operation.method === 'GET' ? toParameters(operation) : []), ...toShownParameters(operation)];
  return {
    ...(parameters.length > 0 || operation.method === 'GET' ? { parameters } : {}),
    ...(operation.method === 'POST' ? { requestBody: { required: true, ...body } } : {}),
  };
}

function toOperation(operation: Operation): Json {
  const json = (schema: z.ZodType, io: 'input' | 'output') => ({ content: { 'application/json': { schema: toSchema(schema, io) } } });
  const takesUpload = operation.method === 'POST' && operation.upload === true;
  const form = { content: { 'multipart/form-data': { schema: toSchema(operation.input, 'input') } } };
  return {
    operationId: operation.id,
    summary: operation.summary,
    'x-access': operation.access,
    ...(operation.access === 'member' ? { security: [{ session: [] }] } : {}),
    ...toInput(operation, takesUpload ? form : json(operation.input, 'input')),
    responses: {
      200: { description: 'Done', ...json(operation.output, 'output') },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  };
}

const stream: Json = {
  get: {
    operationId: 'stream',
    summary: 'Server-sent events',
    description:
      'Channels, separated by commas: tickers, marks, book:<symbol>, trades:<symbol>, perpetual-book:<symbol>, perpetual-trades:<symbol>, account (signed in).',
    'x-access': 'visitor',
    parameters: [{ name: 'channels', in: 'query', required: true, schema: { type: 'string', maxLength: 1000 } }],
    responses: {
      200: {
        description: 'Events by name',
        content: {
          'text/event-stream': {
            schema: {
              type: 'string',
              'x-events': Object.fromEntries(
                Object.entries(streamEventSchemas).map(([name, schema]) => [name, toSchema(schema, 'output')]),
              ),
            },
          },
        },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  },
};

const exportParameter = (name: string, schema: Json): Json => ({ name, in: 'query', required: false, schema });

const exportCsv: Json = {
  get: {
    operationId: 'exportCsv',
    summary: 'One list of the account as CSV, newest first, narrowed like the list on its screen',
    'x-access': 'member',
    parameters: [
      { name: 'list', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(EXPORTS).map((name) => `${name}.csv`) } },
      exportParameter('form', { type: 'string', enum: ['file', 'text'] }),
      exportParameter('from', { type: 'string', format: 'date-time' }),
      exportParameter('to', { type: 'string', format: 'date-time' }),
      exportParameter('symbol', { type: 'string', maxLength: 21 }),
      exportParameter('kind', { type: 'string', maxLength: 40 }),
      exportParameter('type', { type: 'string', maxLength: 40 }),
      exportParameter('asset', { type: 'string', maxLength: 10 }),
    ],
    responses: {
      200: { description: 'Rows', content: { 'text/csv': { schema: { type: 'string' } }, 'text/plain': { schema: { type: 'string' } } } },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  },
};

const exportZip: Json = {
  get: {
    operationId: 'dataExportFile',
    summary: 'The export of the own data as a zip of JSON and CSV, while it can be had',
    'x-access': 'member',
    parameters: [],
    responses: {
      200: { description: 'The export', content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } } },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  },
};

const plainGet = (operationId: string, summary: string, status: number, parameters: Json[] = []): Json => ({
  get: { operationId, summary, 'x-access': 'public', parameters, responses: { [status]: { description: summary } } },
});

/** Returns the OpenAPI 3.1 document of every address under /api, made from the schemas that the handlers use. */
export function buildOpenApi(): Json {
  const paths: Record<string, Json> = {
    '/api/stream': stream,
    '/api/exports/{list}': exportCsv,
    '/api/account/export.zip': exportZip,
    '/api/openapi.json': plainGet('openapi', 'This document', 200),
    '/api/session/expired': plainGet('sessionExpired', 'Removes a worthless session cookie and goes to the landing tab', 307, [
      { name: 'next', in: 'query', required: false, schema: { type: 'string', maxLength: 500 } },
    ]),
  };
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: toOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${brand.name} app`,
      version: '1',
      description:
        'Writes need a same-origin request with content type application/json, or multipart/form-data where a picture is given. Writes of a session name the account that their screen shows; another one than the session’s is refused with ACCOUNT_CHANGED.',
    },
    paths,
    components: {
      schemas: { Error: toSchema(errorBodySchema, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'candor_session' } },
    },
  };
}

let text: string | null = null;

/** Returns the document as JSON text. */
export function getOpenApiText(): string {
  text ??= JSON.stringify(buildOpenApi());
  return text;
}

type Schema = {
  examples?: unknown[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string;
  minimum?: number;
  minItems?: number;
  minLength?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  pattern?: string;
};
type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json'?: { schema: Schema }; 'multipart/form-data'?: { schema: Schema } } };
};
/** What of the API document is read here. */
export type ApiDocument = { paths: Record<string, Record<string, Operation>> };

/** Returns a value that a schema of the API document takes: its own example, or the plainest there is. */
function exampleOf(schema: Schema, name: string): unknown {
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], name);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => exampleOf(schema.items ?? {}, name));
  if (schema.type === 'object') return exampleObject(schema, name);
  if (schema.type !== 'string' || schema.pattern !== undefined) throw new Error(`${name} needs an example in its schema`);
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

function exampleObject({ properties = {}, required = [], additionalProperties }: Schema, name: string): Record<string, unknown> {
  const others = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key] ?? others, `${name}.${key}`)]));
}

/** Returns one valid input for every JSON endpoint of the API document, by id; what may be left out is left out. */
export function readExamples({ paths }: ApiDocument): Record<string, Record<string, unknown>> {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return Object.fromEntries(
    operations.map(({ operationId, parameters = [], requestBody }) => {
      const body = (requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'])?.schema;
      const asked = parameters.filter((one) => one.required && one.in !== 'header');
      const query = Object.fromEntries(asked.map(({ name, schema }) => [name, exampleOf(schema, `${operationId}.${name}`)]));
      return [operationId, { ...query, ...(body === undefined ? {} : exampleObject(body, operationId)) }];
    }),
  );
}

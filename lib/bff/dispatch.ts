import 'server-only';
import { randomUUID } from 'node:crypto';
import { getEnv } from '../env';
import { AppError } from '../errors/app-error';
import { toResponse } from '../errors/to-response';
import { METHOD_HEADER, methodsOf } from '../security/own-headers';
import { handle } from './handle';
import type { Operation } from './operation';
import { OPERATIONS } from './operations';

/** One address: the steps of its path, and what it does by method. */
type Place = { steps: readonly string[]; byMethod: Map<string, Operation> };

const stepsOf = (path: string) => path.split('/').slice(2);
const PARAMETER = /^\{(\w+)\}$/;

function buildPlaces(): readonly Place[] {
  const places = new Map<string, Place>();
  for (const operation of OPERATIONS) {
    const place = places.get(operation.path) ?? { steps: stepsOf(operation.path), byMethod: new Map() };
    places.set(operation.path, place);
    place.byMethod.set(operation.method, operation);
  }
  return [...places.values()];
}
const isParameter = (step: string) => PARAMETER.test(step);
const hasParameter = ({ steps }: Place) => steps.some(isParameter);
const PLACES = buildPlaces();
/** Addresses that are written out go before those with a parameter, and are most of what is asked for. */
const WRITTEN_OUT = new Map(PLACES.filter((place) => !hasParameter(place)).map((place) => [place.steps.join('/'), place]));
const WITH_PARAMETERS = PLACES.filter(hasParameter);

function matchSteps(pattern: readonly string[], steps: readonly string[]): Record<string, string> | null {
  if (pattern.length !== steps.length) return null;
  const params: Record<string, string> = {};
  for (const [at, expected] of pattern.entries()) {
    const step = steps[at] ?? '';
    const name = PARAMETER.exec(expected)?.[1];
    if (name !== undefined) params[name] = step;
    else if (step !== expected) return null;
  }
  return params;
}

/** Returns the operation at an address, what its path says, and the methods that the address has. */
export function findOperation(steps: readonly string[], method: string) {
  const place = WRITTEN_OUT.get(steps.join('/'));
  // A step may hold a slash, a written one doesn't.
  if (place?.steps.length === steps.length) return toFound(place, {}, method);
  for (const other of WITH_PARAMETERS) {
    const params = matchSteps(other.steps, steps);
    if (params !== null) return toFound(other, params, method);
  }
  return null;
}

function toFound({ byMethod }: Place, params: Record<string, string>, method: string) {
  const methods = byMethod.has('GET') ? ['GET', 'HEAD', 'OPTIONS'] : ['OPTIONS'];
  if (byMethod.has('POST')) methods.push('POST');
  return { operation: byMethod.get(method === 'HEAD' ? 'GET' : method), params, methods };
}

function refuseMethod(detail: string, methods: readonly string[]): Response {
  const answer = toResponse(new AppError('METHOD_REFUSED', { detail }), randomUUID());
  answer.headers.set('Allow', methods.join(', '));
  return answer;
}

/**
 * Answers every request to an address under `/api` that has no file of its own: by its operation, with the methods of the address (OPTIONS;
 * METHOD_REFUSED), or NOT_FOUND. A method that nothing here has arrives as a mark on a request of another one.
 */
export async function serveApi(request: Request, { params }: { params: Promise<{ rest?: string[] }> }): Promise<Response> {
  // The console's process answers for nothing of the public app.
  if (getEnv().console !== null) return toResponse(new AppError('NOT_FOUND'), randomUUID());
  const refused = request.headers.get(METHOD_HEADER);
  if (refused !== null) return refuseMethod(refused, methodsOf(refused.endsWith(' api') ? '/api' : '/'));
  const found = findOperation((await params).rest ?? [], request.method);
  if (found === null) return toResponse(new AppError('NOT_FOUND'), randomUUID());
  if (found.operation !== undefined) return handle(found.operation, request, found.params);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: found.methods.join(', ') } });
  return refuseMethod(request.method, found.methods);
}

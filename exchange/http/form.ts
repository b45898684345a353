import { isStorable } from '../../lib/protocol/storable-text';
import { DomainError } from '../platform/domain-error';

/** Fields of one request; the widest call has 13. */
const FIELDS_MAX = 40;
const NAME = /^[a-z][a-z0-9_]{0,39}$/;

/**
 * Reads `application/x-www-form-urlencoded` text, a query or a body, into fields. An empty value counts as absent.
 * @throws REQUEST_INVALID for a field given twice or as an array, a name that no call has, too many fields, bytes that are not UTF-8, or NUL
 */
export function parseForm(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  const seen = new Set<string>();
  for (const pair of text === '' ? [] : text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    const value = cut < 0 ? '' : decode(pair.slice(cut + 1));
    if (!NAME.test(name)) throw invalid('a field name is malformed');
    if (seen.has(name)) throw invalid('a field is given twice', name);
    if (seen.size >= FIELDS_MAX) throw invalid('too many fields');
    seen.add(name);
    if (value !== '') fields.set(name, value);
  }
  return fields;
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!isStorable(decoded)) throw invalid('a field contains NUL');
    return decoded;
  } catch (error) {
    if (error instanceof URIError) throw invalid('a field is not percent-encoded UTF-8');
    throw error;
  }
}

function invalid(detail: string, field?: string): DomainError {
  return new DomainError('REQUEST_INVALID', field == null ? { detail } : { detail, params: { field } });
}

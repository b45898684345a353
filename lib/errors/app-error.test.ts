import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { isSessionLoss } from './app-error';

/** A bundle of its own: another copy of every class. */
async function loadBundle() {
  vi.resetModules();
  return { ...(await import('./app-error')), ...(await import('./to-response')), ...(await import('../query/api-client')) };
}

describe('errors of another bundle', () => {
  it('are instances: what one bundle throws, another knows by its code', async () => {
    const [one, other] = [await loadBundle(), await loadBundle()];
    expect(one.AppError).not.toBe(other.AppError);
    const error = new one.AppError('LEGACY_UNREACHABLE');
    expect(error instanceof other.AppError).toBe(true);
    const answer = other.toResponse(error, 'request-1');
    expect([answer.status, (await answer.json()).error.code]).toEqual([502, 'LEGACY_UNREACHABLE']);
    expect(isSessionLoss(new one.AppError('SESSION_EXPIRED'))).toBe(true);
    expect(new one.ApiError('LEGACY_TIMEOUT', 504) instanceof other.ApiError).toBe(true);
  });
  it('security: an object that only looks like one is none', async () => {
    const { AppError, ApiError, toResponse } = await loadBundle();
    for (const value of [null, undefined, 'AppError', {}, { name: 'AppError', code: 'NOT_FOUND' }, new Error('NOT_FOUND')]) {
      expect(value instanceof AppError || value instanceof ApiError).toBe(false);
      expect(toResponse(value, 'request-1').status).toBe(500);
    }
    expect(JSON.stringify(new AppError('NOT_FOUND'))).not.toContain('candor');
  });
  it('every error class of the app is known across bundles', () => {
    const files = ['lib', 'components', 'app'].flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
        .map((name) => `${root}/${name}`),
    );
    const classes = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/class \w+ extends \w*Error \{[\s\S]*?\n\}/g)]);
    expect(classes.length).toBeGreaterThan(3);
    for (const [text] of classes) expect(text).toContain('[Symbol.hasInstance]');
  });
});

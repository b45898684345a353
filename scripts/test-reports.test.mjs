import { expect, it } from 'vitest';
import { countOutcome, FILES_AGAIN_MAX, listAgain, mergeOutcomes, readOutcome } from './test-reports.mjs';

const test = (fullName, status = 'passed', failureMessages = []) => ({ fullName, status, failureMessages });
const file = (name, ...assertionResults) => ({
  name,
  status: assertionResults.every(({ status }) => status === 'passed') ? 'passed' : 'failed',
  message: '',
  assertionResults,
});
const outcomeOf = (...testResults) => readOutcome({ testResults });

it('a red file is run again whole: what passes then has passed, at its second try, with its first words', () => {
  const first = outcomeOf(file('a', test('one'), test('two', 'failed', ['6 is more than 5']), test('three')), file('b', test('four')));
  expect(listAgain(first)).toEqual(['a']);
  const { outcome, secondTries } = mergeOutcomes(first, outcomeOf(file('a', test('one'), test('two'), test('three'))));
  expect(countOutcome(outcome)).toEqual({ passed: 4, failed: 0, failures: [] });
  expect(secondTries).toEqual([{ name: 'a: two', message: '6 is more than 5' }]);
});

it('what fails twice has failed; what passed first has passed, and is named when it fails later', () => {
  const first = outcomeOf(file('a', test('one'), test('two', 'failed', ['first'])));
  const { outcome, secondTries } = mergeOutcomes(
    first,
    outcomeOf(file('a', test('one', 'failed', ['late']), test('two', 'failed', ['second']))),
  );
  expect(countOutcome(outcome)).toEqual({ passed: 1, failed: 1, failures: [{ name: 'a: two', message: 'second' }] });
  expect(secondTries).toEqual([{ name: 'a: one', message: 'late' }]);
});

it('a file that failed before its tests, in a hook or with its tests left out is red, until it passes', () => {
  const first = outcomeOf(
    { name: 'import', status: 'failed', message: 'no such module', assertionResults: [] },
    { name: 'hook', status: 'failed', message: '', assertionResults: [test('one')] },
    file('left-out', test('two', 'skipped')),
  );
  expect(countOutcome(first)).toMatchObject({ passed: 1, failed: 3 });
  expect(listAgain(first)).toEqual(['import', 'hook', 'left-out']);
  const { outcome, secondTries } = mergeOutcomes(
    first,
    outcomeOf(file('import', test('zero')), file('hook', test('one')), file('left-out', test('two'))),
  );
  expect(countOutcome(outcome)).toMatchObject({ passed: 3, failed: 0 });
  expect(secondTries.map(({ name }) => name)).toEqual(['import', 'hook', 'left-out: two']);
});

it('where a change broke more files than a shaky test would, nothing is run again', () => {
  const red = Array.from({ length: FILES_AGAIN_MAX + 1 }, (_, n) => file(`${n}`, test('one', 'failed', ['no'])));
  expect(listAgain(outcomeOf(...red))).toEqual([]);
  expect(listAgain(outcomeOf(...red.slice(1)))).toHaveLength(FILES_AGAIN_MAX);
});

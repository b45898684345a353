// What vitest reports about a run, and what a second run of its red files changes (docs/decisions/0102-a-test-has-two-tries.md).
// An outcome: by file, the words it failed with as a whole (an import, a hook), and its tests in order with the words of each failure.

/** More red files than this are a broken change, not a shaky test. */
export const FILES_AGAIN_MAX = 8;

/** Returns the outcome that a report of vitest tells. A test that was left out didn't pass. */
export function readOutcome({ testResults }) {
  return testResults.map(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.map(({ fullName, status, failureMessages }) => ({
      name: fullName,
      isPassed: status === 'passed',
      message: failureMessages.join('\n') || (status === 'passed' ? '' : status),
    }));
    const isFileRed = status !== 'passed' && tests.every(({ isPassed }) => isPassed);
    return { file: name, failure: isFileRed ? message || 'the file failed' : undefined, tests };
  });
}

/** Whether a file of an outcome has to be run again. */
export const isRed = ({ failure, tests }) => failure !== undefined || tests.some(({ isPassed }) => !isPassed);

/** Returns the files to be run again: none where so many are red that a second run would only take time. */
export function listAgain(outcome) {
  const red = outcome.filter(isRed).map(({ file }) => file);
  return red.length > FILES_AGAIN_MAX ? [] : red;
}

/** Returns the outcome of both runs, and what passed at one of them only, with the words of its failure. */
export function mergeOutcomes(first, second) {
  const secondTries = [];
  const merged = first.map((before) => {
    const after = second.find(({ file }) => file === before.file);
    if (after === undefined) return before;
    // A file that failed as a whole may have told no test.
    const tests = after.tests.map((test, index) => {
      const tried = before.tests[index];
      const isShaky = tried !== undefined && tried.isPassed !== test.isPassed;
      if (isShaky) secondTries.push({ name: `${before.file}: ${test.name}`, message: tried.message || test.message });
      return tried?.isPassed === true ? tried : test;
    });
    if (before.failure !== undefined && after.failure === undefined) secondTries.push({ name: before.file, message: before.failure });
    return { file: before.file, failure: after.failure, tests };
  });
  return { outcome: merged, secondTries };
}

/** Counts an outcome and names what failed: a file that failed as a whole counts once. */
export function countOutcome(outcome) {
  const tests = outcome.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, name: `${file}: ${test.name}` })));
  const failures = tests.filter(({ isPassed }) => !isPassed).map(({ name, message }) => ({ name, message }));
  const passed = tests.length - failures.length;
  for (const { file, failure } of outcome) if (failure !== undefined) failures.push({ name: file, message: failure });
  return { passed, failed: failures.length, failures };
}

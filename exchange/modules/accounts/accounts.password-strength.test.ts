import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { LEAKED_PASSWORDS } from './accounts.leaked-passwords';
import { createPasswordJudge } from './accounts.password-judge';
import { findPasswordFault, JUDGED_MAX } from './accounts.password-strength';

const OWN = ['alice_wonder', 'alice.liddell@teaparty.example'];
const folder = mkdtempSync(join(tmpdir(), 'judge-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the strength of a password', () => {
  const cases: [string, ReturnType<typeof findPasswordFault>][] = [
    ['password123', 'PASSWORD_COMMON'],
    ['qwertyuiop1', 'PASSWORD_COMMON'],
    ['P@ssw0rd1234', 'PASSWORD_COMMON'],
    ['diosesfiel', 'PASSWORD_COMMON'],
    ['Hakunamatata', 'PASSWORD_COMMON'],
    ['ｋａｒｔｏｆｆｅｌｐｕｆｆｅｒ', 'PASSWORD_COMMON'],
    ['h4kunamatata', 'PASSWORD_COMMON'],
    ['xkqxkqxkqxkqxkq', 'PASSWORD_PATTERN'],
    ['zyxwvutsrqponmlk', 'PASSWORD_PATTERN'],
    ['ｘｘｘｘｘｘｘｘｘｘｘｘｘｘｘ', 'PASSWORD_PATTERN'],
    ['1985-03-12', 'PASSWORD_PATTERN'],
    ['alice_wonder1', 'PASSWORD_PERSONAL'],
    ['teaparty2024', 'PASSWORD_PERSONAL'],
    ['candorcandor', 'PASSWORD_PERSONAL'],
    ['correct horse battery', null],
    ['Übermütige Äpfel 7 Ziegel', null],
    ['密码是一个很长的句子吗', null],
    ['كلمة سر طويلة جدا للحساب', null],
  ];
  it.each(cases)('%s: %s', (password, fault) => {
    expect(findPasswordFault({ password, ownWords: OWN })).toBe(fault);
  });

  it('of each of the 3,471 commonest leaked ones of ten characters or more is none', () => {
    expect(new Set(LEAKED_PASSWORDS).size).toBe(3_471);
    const faults = LEAKED_PASSWORDS.map((password) => findPasswordFault({ password: password.toUpperCase(), ownWords: [] }));
    expect(new Set(faults)).toEqual(new Set(['PASSWORD_COMMON']));
    expect(LEAKED_PASSWORDS.filter((password) => password.length < 10 || password !== password.toLowerCase())).toEqual([]);
  });

  it('is that of its first 40 characters, so that a longer one costs no more', () => {
    const judged = (password: string) => findPasswordFault({ password, ownWords: [] });
    expect(judged(`${'a'.repeat(JUDGED_MAX)}kD93-plum-orbit-fence`)).toBe('PASSWORD_PATTERN');
    expect(judged(`kD93-plum-orbit-fence${'a'.repeat(100)}`)).toBeNull();
  });
});

describe('the thread that judges passwords', () => {
  const judgeOf = (name: string, source: string) => {
    const file = join(folder, `${name}.mjs`);
    writeFileSync(
      file,
      `import { parentPort } from 'node:worker_threads';\nlet asked = 0;\nparentPort.on('message', (of) => { ${source} });\n`,
    );
    return createPasswordJudge(pathToFileURL(file));
  };
  const chosen = (password: string) => ({ password, ownWords: [] });

  it('answers each of many at once with what it says of that one', async () => {
    const judge = judgeOf(
      'answers',
      `parentPort.postMessage({ id: of.id, fault: of.password.startsWith('weak') ? 'PASSWORD_COMMON' : null });`,
    );
    const faults = await Promise.all(['weak', 'strong', 'weak too', 'strong too'].map((password) => judge(chosen(password))));
    expect(faults).toEqual(['PASSWORD_COMMON', null, 'PASSWORD_COMMON', null]);
  });

  it('that dies lets nobody through: who waits is refused, and the next one has a new thread', async () => {
    const judge = judgeOf('dies', `if (of.password === 'deadly') process.exit(1); parentPort.postMessage({ id: of.id, fault: null });`);
    await expect(judge(chosen('deadly'))).rejects.toMatchObject({ code: 'SIGN_IN_BUSY' });
    expect(await judge(chosen('harmless'))).toBeNull();
  });
});

import { ERROR_CODES, ERRORS, type ErrorCode } from '../protocol/errors';

const fold = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,!?;:。,!?、;:~…]+/g, '');

/** Ways in which backends of this family say that nobody is signed in, in English, Simplified and Traditional Chinese. */
const LOGIN_TEXTS = new Set(
  [
    'Please log in first',
    'Please login first',
    'Please sign in first',
    'Please log in',
    'Please login',
    'You are not logged in',
    'Not logged in',
    'not login',
    'Please log in again',
    'Please login again',
    'Login has expired',
    'Login expired',
    'Your login has expired, please log in again',
    '请先登录',
    '请先登陆',
    '请登录',
    '请登陆',
    '请您先登录',
    '您还没有登录',
    '未登录',
    '登录已过期',
    '登录失效',
    '请重新登录',
    '登录已过期,请重新登录',
    '登录失效,请重新登录',
    '請先登錄',
    '請先登入',
    '請先登陸',
    '請登錄',
    '請登入',
    '請您先登錄',
    '您還沒有登錄',
    '未登錄',
    '登錄已過期',
    '登錄失效',
    '請重新登錄',
    '登錄已過期,請重新登錄',
    '登入已過期,請重新登入',
  ].map(fold),
);

/** Refusals of stock backends that have a code of ours. */
const OTHER_TEXTS: Record<string, ErrorCode> = {
  'Insufficient balance': 'INSUFFICIENT_BALANCE',
  'Insufficient funds': 'INSUFFICIENT_BALANCE',
  'Balance is insufficient': 'INSUFFICIENT_BALANCE',
  余额不足: 'INSUFFICIENT_BALANCE',
  可用余额不足: 'INSUFFICIENT_BALANCE',
  餘額不足: 'INSUFFICIENT_BALANCE',
  可用餘額不足: 'INSUFFICIENT_BALANCE',
  'Incorrect username or password': 'LOGIN_FAILED',
  'Wrong password': 'LOGIN_FAILED',
  用户名或密码错误: 'LOGIN_FAILED',
  密码错误: 'LOGIN_FAILED',
  密碼錯誤: 'LOGIN_FAILED',
  'Verification code error': 'MAIL_CODE_WRONG',
  验证码错误: 'MAIL_CODE_WRONG',
  驗證碼錯誤: 'MAIL_CODE_WRONG',
  'Username already exists': 'USERNAME_TAKEN',
  用户名已存在: 'USERNAME_TAKEN',
  用戶名已存在: 'USERNAME_TAKEN',
  'Order does not exist': 'ORDER_NOT_FOUND',
  订单不存在: 'ORDER_NOT_FOUND',
  訂單不存在: 'ORDER_NOT_FOUND',
};

/** Codes whose catalogue text names them alone; the session ones are told apart above. */
const byText = new Map<string, ErrorCode>([
  ...ERROR_CODES.filter((code) => ERROR_CODES.every((other) => other === code || ERRORS[other].text !== ERRORS[code].text)).map(
    (code) => [fold(ERRORS[code].text), code] as const,
  ),
  ...Object.entries(OTHER_TEXTS).map(([text, code]) => [fold(text), code] as const),
]);

/** Whether a backend's message means "please log in first". */
export function isLoginText(text: string): boolean {
  return LOGIN_TEXTS.has(fold(text));
}

/** Returns the code of a backend's message; null when nobody knows it. */
export function findCodeOfText(text: string): ErrorCode | null {
  return isLoginText(text) ? 'SESSION_REQUIRED' : (byText.get(fold(text)) ?? null);
}

import { newRequestId } from './legacy-client';

/** One valid request for each call of help, support and alerts. */
export const HELP_EXAMPLES = {
  'x.liabilities': {},
  'x.ownLiabilities': { fields: { tree: '1' } },
  'x.fees': {},
  'x.rewardTerms': {},
  'x.status': {},
  'x.alerts': {},
  'x.alertCreate': () =>
    Promise.resolve({ fields: { kind: 'price', subject: 'BTC-USDT', level: '1000000', pause: '15', request_id: newRequestId() } }),
  'x.alertRemove': { fields: { id: '1' } },
  'support.lines': { fields: { msg: '0' } },
  'support.send': () => Promise.resolve({ fields: { msg: 'Hello', about: 'withdrawal:12', request_id: newRequestId() } }),
  'x.support': {},
  'x.supportRead': {},
  'x.supportRate': { fields: { id: '1', stars: '5' }, refusal: 'NOT_FOUND' },
  'help.links': { refusal: 'FEATURE_NOT_OFFERED' },
  'x.helpChanges': { fields: { lang: 'ja' } },
  'help.pages': { fields: { id: 'rules.5', lang: 'ja' } },
} as const;

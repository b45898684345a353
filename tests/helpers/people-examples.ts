const PUSH_SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/example',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

/** One valid request for each call of invitations, VIP and pre-sales. */
export const PEOPLE_EXAMPLES = {
  'x.pushStart': { fields: PUSH_SUBSCRIPTION },
  'x.pushEnd': {},
  'account.invitation': {},
  'x.inviter': {},
  'x.vip': {},
  'x.presale': {},
  'x.presaleBuy': { fields: { id: '999', num: '10', request_id: 'presale-example-0001' }, refusal: 'REAL_ACCOUNT_ONLY' },
  'x.presalePurchases': {},
} as const;

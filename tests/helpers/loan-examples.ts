import type { ErrorCode } from '../../lib/protocol/errors';
import { newRequestId } from './legacy-client';

type Example = { fields?: Record<string, string>; refusal?: ErrorCode };

const APPLICATION = {
  num: '1000',
  loanid: '2',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: '12 St James Square',
  phone: '+442079460958',
};

/** Examples of the calls of loans: a user without verified names and without loans asks. */
export const LOAN_EXAMPLES: Record<string, Example | (() => Promise<Example>)> = {
  'loans.products': {},
  'loans.apply': async () => ({ fields: { ...APPLICATION, request_id: newRequestId() }, refusal: 'IDENTITY_REQUIRED' }),
  'loans.list': {},
  'loans.detail': { fields: { id: '1' }, refusal: 'LOAN_NOT_FOUND' },
  'loans.repay': async () => ({ fields: { id: '1', request_id: newRequestId() }, refusal: 'LOAN_NOT_FOUND' }),
  'x.creditScore': {},
  'x.loanStanding': {},
  'x.loanAgreement': { fields: { id: '1' }, refusal: 'LOAN_NOT_FOUND' },
};

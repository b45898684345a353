import type {
  creditScoreSchema,
  loanAgreementSchema,
  loanAppliedSchema,
  loanApplySchema,
  loanProductsSchema,
  loanQuerySchema,
  loanRepaidSchema,
  loanRepaySchema,
  loanSchema,
  loanStandingSchema,
  loansSchema,
} from '../dto/loans';
import type { nothing } from '../dto/shared';
import { CREDIT, type MemberRead, type MemberWrite, type PublicRead } from './define';

const TOPIC = 'loans';

export const loanProducts: PublicRead<typeof nothing, typeof loanProductsSchema> = {
  id: 'loanProducts',
  method: 'GET',
  access: 'public',
  path: '/api/loans/products',
  fresh: 'slow',
};
export const loanStanding: MemberRead<typeof nothing, typeof loanStandingSchema> = {
  id: 'loanStanding',
  method: 'GET',
  access: 'member',
  path: '/api/loans/standing',
  topic: TOPIC,
  fresh: 'own',
};
export const creditScore: MemberRead<typeof nothing, typeof creditScoreSchema> = {
  id: 'creditScore',
  method: 'GET',
  access: 'member',
  path: '/api/credit-score',
  topic: TOPIC,
  fresh: 'own',
};
export const loans: MemberRead<typeof nothing, typeof loansSchema> = {
  id: 'loans',
  method: 'GET',
  access: 'member',
  path: '/api/loans',
  topic: TOPIC,
  fresh: 'own',
};
export const loan: MemberRead<typeof loanQuerySchema, typeof loanSchema> = {
  id: 'loan',
  method: 'GET',
  access: 'member',
  path: '/api/loans/{id}',
  topic: TOPIC,
  fresh: 'own',
};
export const loanAgreement: MemberRead<typeof loanQuerySchema, typeof loanAgreementSchema> = {
  id: 'loanAgreement',
  method: 'GET',
  access: 'member',
  path: '/api/loans/{id}/agreement',
  fresh: 'slow',
};
export const loanApply: MemberWrite<typeof loanApplySchema, typeof loanAppliedSchema> = {
  id: 'loanApply',
  method: 'POST',
  access: 'member',
  path: '/api/loans/applications',
  numbered: 'loans.apply',
  makesStale: [TOPIC, 'loanProducts', ...CREDIT],
};
export const loanRepay: MemberWrite<typeof loanRepaySchema, typeof loanRepaidSchema> = {
  id: 'loanRepay',
  method: 'POST',
  access: 'member',
  path: '/api/loans/repayments',
  numbered: 'loans.repay',
  makesStale: [TOPIC, ...CREDIT],
};

import type {
  conversionQuerySchema,
  conversionSchema,
  convertedSchema,
  convertInputSchema,
  convertQuoteInputSchema,
  convertQuoteSchema,
  convertSmallInputSchema,
  convertTermsSchema,
  smallConvertedSchema,
  smallQuoteSchema,
} from '../dto/convert';
import type { nothing } from '../dto/shared';
import { CREDIT, type MemberRead, type MemberWrite } from './define';

/** One coin for another at a quote. */
export const convertTerms: MemberRead<typeof nothing, typeof convertTermsSchema> = {
  id: 'convertTerms',
  method: 'GET',
  access: 'member',
  path: '/api/convert/terms',
  fresh: 'own',
};
export const convertQuote: MemberWrite<typeof convertQuoteInputSchema, typeof convertQuoteSchema> = {
  id: 'convertQuote',
  method: 'POST',
  access: 'member',
  path: '/api/convert/quotes',
};
export const convert: MemberWrite<typeof convertInputSchema, typeof convertedSchema> = {
  id: 'convert',
  method: 'POST',
  access: 'member',
  path: '/api/convert/conversions',
  numbered: 'convert.convert',
  makesStale: CREDIT,
};
export const smallQuote: MemberWrite<typeof nothing, typeof smallQuoteSchema> = {
  id: 'smallQuote',
  method: 'POST',
  access: 'member',
  path: '/api/convert/small-quotes',
};
export const convertSmall: MemberWrite<typeof convertSmallInputSchema, typeof smallConvertedSchema> = {
  id: 'convertSmall',
  method: 'POST',
  access: 'member',
  path: '/api/convert/small',
  numbered: 'x.convertSmall',
  makesStale: CREDIT,
};
export const conversion: MemberRead<typeof conversionQuerySchema, typeof conversionSchema> = {
  id: 'conversion',
  method: 'GET',
  access: 'member',
  path: '/api/convert/conversion',
  fresh: 'slow',
};

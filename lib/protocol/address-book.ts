import { z } from 'zod';
import { ADDRESS_LENGTH_MAX, ADDRESS_NETWORKS } from '../rules/address-shape';
import { ADDRESS_BOOK_MAX, ADDRESS_NAME_LENGTH_MAX } from '../rules/withdrawals';
import { defineCall } from './define-call';
import { idField, messageAnswer, millisField, noFields } from './fields';

const addressText = z.string().max(ADDRESS_LENGTH_MAX);
const keptAddressFields = z.object({
  id: idField,
  network: z.enum(ADDRESS_NETWORKS),
  address: z.string().max(ADDRESS_LENGTH_MAX),
  name: z.string().max(ADDRESS_NAME_LENGTH_MAX),
  usable: millisField,
});

export const addressBook = defineCall({
  id: 'x.addressBook',
  number: null,
  method: 'GET',
  path: '/x/address-book',
  request: noFields,
  answer: z.array(keptAddressFields).max(ADDRESS_BOOK_MAX),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY'],
  source: 'ours; by name',
});

export const addressKeep = defineCall({
  id: 'x.addressKeep',
  number: null,
  method: 'POST',
  path: '/x/address-keep',
  effect: 'write',
  request: z.object({
    network: z.enum(ADDRESS_NETWORKS),
    address: addressText,
    name: z.string().trim().min(1).max(ADDRESS_NAME_LENGTH_MAX),
  }),
  answer: keptAddressFields,
  errors: [
    'SESSION_REQUIRED',
    'REAL_ACCOUNT_ONLY',
    'STEP_UP_REQUIRED',
    'SETTINGS_LOCKED',
    'FACTOR_CONTESTED',
    'ADDRESS_INVALID',
    'ADDRESS_CHARACTERS',
    'ADDRESS_CHECKSUM',
    'ADDRESS_OTHER_NETWORK',
    'ADDRESS_ZERO',
    'ADDRESS_IS_TOKEN',
    'ADDRESS_IS_OURS',
    'ADDRESS_IS_DEPOSIT',
    'ADDRESS_BOOK_FULL',
  ],
  source: 'ours; keeps an address by name; one that is kept gets the name',
});

export const addressForget = defineCall({
  id: 'x.addressForget',
  number: null,
  method: 'POST',
  path: '/x/address-forget',
  effect: 'write',
  request: z.object({ id: idField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED'],
  source: 'ours; one that is not kept is no error',
});

export const addressOnlyKept = defineCall({
  id: 'x.addressOnlyKept',
  number: null,
  method: 'POST',
  path: '/x/address-only-kept',
  effect: 'write',
  request: z.object({ on: z.enum(['0', '1']) }),
  answer: z.object({ only_kept: z.boolean(), only_kept_ends: millisField.nullable() }),
  errors: ['SESSION_REQUIRED', 'REAL_ACCOUNT_ONLY', 'STEP_UP_REQUIRED', 'SETTINGS_LOCKED', 'FACTOR_CONTESTED'],
  source: 'ours; only kept addresses are paid: at once when switched on, still for 24 hours (60 s in sandbox) when switched off',
});

/** Why operators pause a network, as everybody reads it. */
export const OPERATOR_PAUSE_REASONS = ['maintenance', 'security'] as const;
/** Why nothing is credited or paid on a network for now. */
export const NETWORK_PAUSES = ['silent', 'disagreement', 'deep_reorganisation', ...OPERATOR_PAUSE_REASONS] as const;

export const EXCHANGE_NODE_ARGS: readonly string[];

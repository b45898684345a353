/**
 * What Node is started with for the exchange. Each half of the young objects has 32 MB instead of 16: those of a batch live until its commit, and were copied
 * by the collections before it (docs/decisions/0250-young-objects-have-room-for-a-batch.md).
 */
export const EXCHANGE_NODE_ARGS = ['--enable-source-maps', '--max-semi-space-size=32'];

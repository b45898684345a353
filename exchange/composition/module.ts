import type { FastifyInstance } from 'fastify';
import type { RECORD_TYPES } from '../../lib/protocol/balances';
import type { FEATURES } from '../../lib/protocol/extensions';
import type { BookKind, Mode } from '../../lib/protocol/wire';
import type { RegisteredCall } from '../http/register-call';
import type { Database, Tx } from '../platform/db';
import type { EventConsumer, EventKind } from '../platform/event-kinds';
import type { JobKind } from '../platform/job-kinds';
import type { RetentionRule } from '../platform/retention';

export type Feature = (typeof FEATURES)[number];
/** The group under which a user finds a line of the account. */
export type RecordType = Exclude<(typeof RECORD_TYPES)[number], 'all'>;

/**
 * Why money moved, by code. `record` is the group under which a user finds it; `isExternal` marks money that came from or left to the outside,
 * which is neither profit nor loss.
 */
export type JournalCodes = Readonly<Record<string, JournalFacts>>;
type JournalFacts = {
  record: RecordType;
  isExternal: boolean;
  /** How the names of the house's accounts begin that keep a fee from what the owner receives. */
  feeName?: string;
};

/**
 * How the journals of some codes are told apart by market. `pick` returns those of the references that are of a market; it is asked for a few hundred at
 * a time and finds them by index.
 */
export type MarketJournals = {
  codes: readonly string[];
  pick(tx: Tx, input: { market: string; references: readonly string[] }): Promise<ReadonlySet<string>>;
};

/** Whose account in which mode. */
type Owner = { userId: string; mode: Mode };

/**
 * What the journals of some codes come of, where that is an order. Journals that nobody tells apart belong together where they carry one reference.
 * `find` returns the number of the order that each reference belongs to, of a pair the first one's; what isn't the owner's is left out. `read` returns
 * what those orders came to. Both take a few hundred at a time and find them by index.
 */
export type JournalActivity = {
  of: BookKind;
  codes: readonly string[];
  find(tx: Tx, owner: Owner, references: readonly string[]): Promise<ReadonlyMap<string, string>>;
  read(tx: Tx, owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, OrderActivity>>;
};

/** What an order or a pair came to, in base units; `changes` are signed, by coin, fees inside. */
export type OrderActivity = {
  /** One, or both of a pair. */
  ids: readonly string[];
  market: string;
  side: 'buy' | 'sell';
  quantity: bigint;
  filled: bigint;
  isOpen: boolean;
  fee: { asset: string; amount: bigint };
  changes: readonly { asset: string; amount: bigint }[];
};

/** Accounts of one purpose that are nobody's own: `house:fees-spot-*`. A star at the end stands for any rest of the name. */
export type AccountFamily = `${'house' | 'clearing' | 'outside'}:${string}`;

/**
 * When a worker starts, in this order, and stops, in the opposite one: whoever must miss no price before the prices, markets before those who
 * trade in them, upkeep last.
 */
export const WORKER_PHASES = ['listeners', 'prices', 'markets', 'traders', 'streams', 'upkeep'] as const;

/** Work that a module does by itself. Within a phase workers start in the order of the list of modules. */
export type Worker = { phase: (typeof WORKER_PHASES)[number]; start(): Promise<void>; stop(): Promise<void> };

/** What an operator's audit of one subject found: `figures` are shown as they are, `faults` are what must not be. */
export type AuditFindings = {
  figures: readonly string[];
  faults: readonly string[];
  /** What the chains show of each asset and what came in over them and has not left, in base units; only where all of them answered. */
  reserves?: readonly ChainReserve[];
};
export type ChainReserve = { asset: string; shown: bigint; owed: bigint };
export type AuditCheck = { subject: string; run(db: Database): Promise<AuditFindings> };

/** What all modules together bring. */
export type Composition = {
  calls: readonly RegisteredCall[];
  features: readonly Feature[];
  routes: readonly ((app: FastifyInstance) => void)[];
  /** In the order of their start. */
  workers: readonly Worker[];
  journalCodes: JournalCodes;
  marketJournals: readonly MarketJournals[];
  journalActivity: readonly JournalActivity[];
  holdRecords: Readonly<Record<string, RecordType>>;
  accountFamilies: readonly AccountFamily[];
  events: readonly EventKind[];
  consumers: readonly EventConsumer[];
  jobs: readonly JobKind[];
  audits: readonly AuditCheck[];
  retention: readonly RetentionRule[];
};

/** What a module brings, in one value. Nothing else knows what an exchange is made of: see `composeModules`. */
export type ExchangeModule = {
  name: string;
  calls?: readonly RegisteredCall[];
  /** Calls of other modules that this one answers when their field `type` is `type`: products share paths of the legacy protocol. */
  variants?: { type: string; calls: readonly RegisteredCall[] };
  /** What is offered, as `x.features` says it. */
  features?: readonly Feature[];
  /** Adds routes that are no calls of the catalogue, before the server listens. */
  routes?: (app: FastifyInstance) => void;
  workers?: readonly Worker[];
  journalCodes?: JournalCodes;
  /** Of those of its codes that belong to a market. */
  marketJournals?: MarketJournals;
  /** Which orders those of its codes come of. */
  journalActivity?: JournalActivity;
  /** Under which group a user finds what is set aside for a purpose, by the purpose; others are under `other`. */
  holdRecords?: Readonly<Record<string, RecordType>>;
  accountFamilies?: readonly AccountFamily[];
  /** Kinds of events that this module writes. */
  events?: readonly EventKind[];
  consumers?: readonly EventConsumer[];
  jobs?: readonly JobKind[];
  audits?: readonly AuditCheck[];
  retention?: readonly RetentionRule[];
  /** Tells the module what all of them bring, once, before any worker starts. */
  onComposed?(all: Composition): void;
};

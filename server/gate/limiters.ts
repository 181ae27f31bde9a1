import { type ConcurrencyLimiter, createConcurrencyLimiter } from './limiter.ts'

const second = 1000

/** As many connections as the pool of the requests has. */
export const databasePoolSize = 20

/** The limiters of whatever is scarce in this process, by the name that figures have. */
export const limiters = {
  /**
   * Calls of the API and requests to the identity provider, before their bodies are read. All have one processor, which
   * serves those that have a permit in turn. A page makes some at once; a network is a household, an office, or a hall
   * after the concert: two thousand phones with a few requests each, none of whose tokens may be known yet.
   */
  requests: createConcurrencyLimiter({
    maxConcurrent: 64,
    maxPerClient: { member: 6, network: 32 },
    maxQueued: 8000,
    queueTimeoutMs: 30 * second,
    reservedForKnown: 32,
  }),

  databaseConnections: createConcurrencyLimiter({
    maxConcurrent: databasePoolSize,
    maxPerClient: { member: 4, network: 10 },
    maxQueued: 2000,
    queueTimeoutMs: 10 * second,
    reservedForKnown: 10,
  }),

  /**
   * Passwords to hash or to compare: each takes 32 MiB, and a core for more than a tenth of a second. 50 are about five
   * seconds of work: a longer queue would answer after its visitors have left.
   */
  passwordHashing: createConcurrencyLimiter({
    maxConcurrent: 2,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 50,
    queueTimeoutMs: 10 * second,
  }),

  /**
   * Files that are received into temporary ones: each takes a connection and some disk, and ends where it stands still.
   */
  uploads: createConcurrencyLimiter({
    maxConcurrent: 256,
    maxPerClient: { member: 1, network: 16 },
    maxQueued: 0,
    queueTimeoutMs: second,
    reservedForKnown: 128,
  }),

  /** Files from members that are decoded: all that were received at the same moment wait. */
  fileDecoding: createConcurrencyLimiter({
    maxConcurrent: 2,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 64,
    queueTimeoutMs: 60 * second,
  }),

  /** Files of tickets: one of 38 MB takes hundreds of megabytes while it is read, and one that waits takes none. */
  ticketImports: createConcurrencyLimiter({
    maxConcurrent: 1,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 16,
    queueTimeoutMs: 30 * second,
  }),

  /** Everything about one member, gathered for them. */
  dataExports: createConcurrencyLimiter({
    maxConcurrent: 2,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 16,
    queueTimeoutMs: 20 * second,
  }),

  /**
   * Pages, each of which holds everything else up for some milliseconds: in a burst, the others are sent as they were
   * built. One at a time, as the renderer has one active language.
   */
  pageRendering: createConcurrencyLimiter({
    maxConcurrent: 1,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 8,
    queueTimeoutMs: 10 * second,
  }),

  /**
   * Large files of the build that begin to be sent: the system takes their bytes at once, a few milliseconds for each.
   * In a burst, other requests come between them.
   */
  largeFiles: createConcurrencyLimiter({
    maxConcurrent: 2,
    maxPerClient: { member: 2, network: 2 },
    maxQueued: 8000,
    queueTimeoutMs: 30 * second,
  }),

  /** Sizes of the contents’ pictures that are asked for the first time. */
  imageRendering: createConcurrencyLimiter({
    maxConcurrent: 1,
    maxPerClient: { member: 1, network: 1 },
    maxQueued: 200,
    queueTimeoutMs: 60 * second,
  }),
} as const satisfies Record<string, ConcurrencyLimiter>

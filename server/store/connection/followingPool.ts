import type { Pool, PoolClient } from 'pg'
import { findWritable } from '#server/database/databaseUrl.ts'
import type { ConnectingPool } from './answeringPool.ts'

/** A pool with what a loss of one of its connections tells. */
type OpenPool = (address: string, onLost: () => void) => Pool

/** `leave`: the host takes no writes any more, and the next connection is made where they are taken then. */
interface FollowingPool extends ConnectingPool {
  leave: () => void
}

/**
 * Connections to whichever of several hosts takes writes. When a connection is lost or refused, the next one is made where writes are
 * taken then; until there is such a host, connecting fails as with a database that is down.
 */
export function followingPool(addresses: readonly string[], openPool: OpenPool): FollowingPool {
  const pools = new Map<string, Pool>()
  let current: Pool | null = null
  let finding: Promise<Pool> | null = null

  function poolAt(address: string): Pool {
    const pool = pools.get(address) ?? openPool(address, () => leaveHost(address))
    pools.set(address, pool)
    return pool
  }

  function leaveHost(address: string): void {
    if (current === pools.get(address)) current = null
  }

  async function find(): Promise<Pool> {
    current = poolAt(await findWritable(addresses))
    return current
  }

  function findOnce(): Promise<Pool> {
    finding ??= find().finally(() => {
      finding = null
    })
    return finding
  }

  async function connectOnce(): Promise<PoolClient> {
    const pool = current ?? (await findOnce())
    try {
      return await pool.connect()
    } catch (error) {
      if (current === pool) current = null
      throw error
    }
  }

  return {
    options: {},
    leave: () => {
      current = null
    },
    // The second attempt asks again which host takes writes.
    connect: () => connectOnce().catch(connectOnce),
    end: async () => void (await Promise.all([...pools.values()].map((pool) => pool.end()))),
  }
}

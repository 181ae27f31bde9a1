import { type Config, readConfig } from '#server/config.ts'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { StartError } from '#server/startError.ts'
import { prepareSchema } from '#server/store/migrate.ts'
import { createStore } from '#server/store/store.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Runs an operator's command on the configured database, beside a running server or without one. */
export async function withDatabase<T>(work: (db: ConnectionPool, config: Config) => Promise<T>): Promise<T> {
  const config = readConfig(process.env)
  const { dataDir, databaseUrl } = config
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    await prepareSchema({ url: database.url, isOwn: databaseUrl === null }, console.error)
    const { db, close } = createStore({ url: database.url, log: console.error, connections: 2 })
    try {
      return await work(db, config)
    } finally {
      await close()
    }
  } finally {
    await database.close()
  }
}

/**
 * Runs a command's main function as a program: exits with 1 when it fails or resolves to false. Errors that the operator can fix are
 * printed without a stack.
 */
export async function runAsProgram(main: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await main())) process.exitCode = 1
  } catch (error) {
    if (!(error instanceof StartError || error instanceof DatabaseStartError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

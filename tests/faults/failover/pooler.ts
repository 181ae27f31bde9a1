// The same members (`load.ts`) by two server processes behind a PgBouncer, which is killed and started again meanwhile:
// in each of its modes that the servers may use. Needs Debian's package `pgbouncer`.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/openDatabase.ts'
import { withParameter } from '#server/database/databaseUrl.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { createStore } from '#server/store/store.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { createChecks, runLoad } from './load.ts'
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts'

const { check, finish } = createChecks()
const noLog = () => undefined
const longestOutageMs = 15_000

/** A way to use a pooler. */
interface Mode {
  about: string
  settings: Record<string, string>
  prepares: boolean
}

const modes: Mode[] = [
  { about: 'session mode', settings: { pool_mode: 'session', default_pool_size: '50' }, prepares: true },
  { about: 'transaction mode, nothing prepared', settings: { pool_mode: 'transaction' }, prepares: false },
]
const preparing: Mode = {
  about: 'transaction mode, statements prepared',
  settings: { pool_mode: 'transaction', max_prepared_statements: '400' },
  prepares: true,
}

async function run({ settings, prepares }: Mode): Promise<void> {
  const opened: (() => Promise<void>)[] = []
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-pooled-'))
    opened.push(() => rm(dataDir, { recursive: true, force: true }))
    // PgBouncer runs as nobody, as does this PostgreSQL, in whose folder its socket is.
    await chmod(dataDir, 0o711)
    copyTemplate('empty', dataDir)
    const postgres = await openDatabase({ dataDir, databaseUrl: null, role: 'server', log: noLog })
    opened.push(postgres.close)
    const { url } = await prepareDatabase(postgres, noLog, () => Promise.resolve())
    const pooler = await startPgBouncer(url, settings)
    opened.push(pooler.close)
    const address = prepares ? pooler.url : withParameter(pooler.url, 'prepared_statements', 'false')
    const environment = { DATABASE_URL: address, SEED: 'none', SETTLE_MINUTES: '1440' }
    const first = await startServer({ environment })
    opened.push(first.stop)
    const second = await startServer({ environment, origin: first.origin })
    opened.push(second.stop)
    const { db, close } = createStore({ url: postgres.url, log: noLog, connections: 4 })
    opened.push(close)
    await runLoad({ db, ports: [first.port, second.port], check, longestOutageMs }, async (progress, away) => {
      away()
      await pooler.restart()
      console.log(`Killed the pooler after ${progress}, and started it again.`)
    })
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

const version = await findPgBouncer()
if (version === null) console.log('Not tested: Debian’s package `pgbouncer` is not installed here.')
else {
  const [major, minor] = version
  const knowsStatements = major > 1 || minor >= 21
  for (const mode of knowsStatements ? [...modes, preparing] : modes) {
    console.log(`PgBouncer ${major}.${minor}, ${mode.about}`)
    await run(mode)
  }
  if (!knowsStatements) console.log(`Not tested: ${preparing.about}, which needs PgBouncer 1.21.`)
}
finish()

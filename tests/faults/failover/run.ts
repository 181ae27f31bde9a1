// 100 members scan, redeem and register (`load.ts`) by two server processes, while the primary PostgreSQL is killed and its synchronous standby
// promoted. Needs Debian's package `postgresql`.
import { createStore } from '#server/store/store.ts'
import { startServer } from '#tests/support/server.ts'
import { createChecks, runLoad } from './load.ts'
import { findDebianPrograms, startReplicatedPostgres } from './replicatedPostgres.ts'

const { check, finish } = createChecks()

async function run(programs: string): Promise<void> {
  const postgres = await startReplicatedPostgres(programs)
  const { db, close } = createStore({ url: postgres.url, log: () => undefined, connections: 4 })
  const environment = { DATABASE_URL: postgres.url, SEED: 'none', SETTLE_MINUTES: '1440' }
  const first = await startServer({ environment })
  const second = await startServer({ environment, origin: first.origin })
  try {
    await runLoad({ db, ports: [first.port, second.port], check }, async (progress) => {
      const killedAt = performance.now()
      await postgres.killPrimary()
      console.log(`Killed the primary after ${progress}.`)
      await postgres.promoteStandby()
      console.log(`The standby was promoted ${((performance.now() - killedAt) / 1000).toFixed(1)} s later.`)
    })
  } finally {
    await close()
    for (const server of [first, second]) await server.stop()
    await postgres.close()
  }
}

const programs = await findDebianPrograms()
if (programs === null) console.log('Not tested: Debian’s package `postgresql` is not installed here.')
else await run(programs)
finish()

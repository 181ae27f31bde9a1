// 100 members scan, redeem and register (`load.ts`) by two server processes, whose HAProxy stands in front of a Patroni
// cluster. Its primary is killed under load, and in another cluster nobody reaches it for a while. Needs Debian's
// packages `patroni`, `etcd-server`, `haproxy` and `postgresql`.
import { createStore } from '#server/store/store.ts'
import { startServer } from '#tests/support/server.ts'
import { type Cluster, missingPackages, startCluster } from './cluster.ts'
import { createChecks, runLoad } from './load.ts'

const { check, finish } = createChecks()
/** Patroni's `ttl` is 20 s: so long nobody else may lead. */
const longestOutageMs = 30_000

/** Takes the primary away, and calls `away` then. */
type Fault = (cluster: Cluster, away: () => void) => Promise<void>

const killed: Fault = async (cluster, away) => {
  await cluster.kill(await cluster.leader())
  away()
}

const partitioned: Fault = async (cluster, away) => {
  const primary = await cluster.leader()
  const goOn = await cluster.freeze(primary)
  away()
  await cluster.answers()
  goOn()
  await cluster.follows(primary)
  console.log('The primary of before is back, and follows the other one.')
}

async function run(about: string, fault: Fault): Promise<void> {
  const cluster = await startCluster()
  const opened: (() => Promise<void>)[] = [cluster.close]
  try {
    const { db, close } = createStore({ url: cluster.url, log: () => undefined, connections: 4 })
    opened.push(close)
    const environment = { DATABASE_URL: cluster.url, SEED: 'none', SETTLE_MINUTES: '1440' }
    const first = await startServer({ environment })
    opened.push(first.stop)
    const second = await startServer({ environment, origin: first.origin })
    opened.push(second.stop)
    await runLoad({ db, ports: [first.port, second.port], check, longestOutageMs }, (progress, away) => {
      console.log(`The primary is ${about} after ${progress}.`)
      return fault(cluster, away)
    })
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

const missing = await missingPackages()
if (missing.length > 0) console.log(`Not tested: Debian’s packages ${missing.join(', ')} are not installed here.`)
else {
  await run('killed', killed)
  await run('out of reach', partitioned)
}
finish()

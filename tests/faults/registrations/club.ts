import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { type Fault, refusal } from '#tests/support/faults.ts'
import { type Issuer, startIssuer } from '#tests/support/issuer.ts'
import { type Proxy, startProxy } from '#tests/support/proxy.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import type { SeededRandom } from '../seededRandom.ts'

export const product = 'club-bravo'
const clientId = 'app'

/**
 * A club behind a proxy that spoils answers, whose server can be killed, with an identity provider that lives
 * elsewhere.
 */
export interface SpoiltClub extends ClubDatabase {
  origin: string
  /** The confirmation of a sign-in; a new one each time. */
  idToken: (person: { email: string; subject: string }) => Promise<string>
  /** How many calls were spoilt so far. */
  spoilt: () => number
  /** Ends the server like a power cut, and starts another one on the same data. */
  killAndRestart: () => Promise<void>
}

/** Lost on the way there, lost on the way back, cut in the middle, and not the server's. */
export const faults: readonly Fault[] = [{ kind: 'reset' }, { kind: 'swallow-reset' }, { kind: 'cut' }, refusal(502)]

/** What the forms name. */
const contents = {
  ...validFiles(),
  'instruments/entries.json': '[{ "key": "concerto" }, { "key": "chamber" }]',
  'instruments/en.md': '# concerto\n## name\nConcerto\n\n# chamber\n## name\nChamber music\n',
  'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]',
  'countries/en.md': '# hk\n## name\nHong Kong\n',
}

async function startClubServer(dataDir: string, proxy: Proxy, issuer: Issuer): Promise<RunningServer> {
  const environment = { SEED: 'none', OIDC_ISSUER: issuer.issuer, OIDC_CLIENT_ID: clientId }
  const server = await startServer({ dataDir, origin: proxy.origin, environment })
  proxy.forwardTo(server.port)
  return server
}

/** @param share how many of the calls are spoilt, of 1 */
export async function openSpoiltClub(random: SeededRandom, share: number): Promise<SpoiltClub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-registrations-'))
  copyTemplate('empty', dataDir)
  const [proxy, issuer] = await Promise.all([startProxy(), startIssuer()])
  let server = await startClubServer(dataDir, proxy, issuer)
  const { db, close } = await openClubDatabase(dataDir)
  await importFiles(db, contents)
  let spoilt = 0
  proxy.fault({ path: /^\/api\// }, () => {
    if (!random.chance(share)) return null
    spoilt += 1
    return random.pick(faults)
  })
  return {
    db,
    origin: proxy.origin,
    idToken: ({ email, subject }) => {
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + 600 }
      const claims = { iss: issuer.issuer, aud: clientId, sub: subject, email, email_verified: true }
      return issuer.sign({ ...claims, ...times, nonce: crypto.randomUUID() })
    },
    spoilt: () => spoilt,
    async killAndRestart() {
      await server.kill()
      server = await startClubServer(dataDir, proxy, issuer)
    },
    async close() {
      await close()
      await server.stop()
      await Promise.all([proxy.close(), issuer.close()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

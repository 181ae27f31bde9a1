import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { verifyEmailOrMobile } from '#contract/registration/registration.ts'
import { openLoadedServer } from '#tests/faults/loadedServer.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const callsEach = sized(300, 20)
const atOnce = 3
const people = sized(20_000, 100)
/** How far from a coin toss somebody may be who guesses from the duration. */
const widestGuess = 0.1

/** Addresses and numbers of earlier members, of members, and of nobody. */
const contacts = {
  existing: (n: number) => (n % 2 === 0 ? `early-${n}@club.example` : String(60_000_000 + n)),
  user: (n: number) => (n % 2 === 0 ? `member-${n}@club.example` : String(70_000_000 + n)),
  nobody: (n: number) => (n % 2 === 0 ? `nobody-${n}@club.example` : String(80_000_000 + n)),
}
type Kind = keyof typeof contacts
const kinds = ['existing', 'user', 'nobody'] as const satisfies Kind[]

/**
 * The chance that a call of the first kind took longer than one of the second: 0.5 where the durations tell nothing.
 */
function chanceOfLonger(first: readonly number[], second: readonly number[]): number {
  const wins = first.reduce((sum, one) => sum + second.filter((other) => one > other).length, 0)
  return wins / (first.length * second.length)
}

/** Whether the duration of verify-email-or-mobile tells whose an address or number is. */
export async function run(): Promise<BenchRow[]> {
  const { server, db, close } = await openLoadedServer({ TRUST_PROXY: '1' })
  try {
    await sql`insert into old_members (member_no, last_name, email, country_code, mobile, tier)
      select 'EARLY' || n, 'Chan', 'early-' || n || '@club.example', '852', (60000000 + n)::text, 'Black'
      from generate_series(1, ${people}::int) n`.execute(db)
    await sql`insert into members (id, email, provider_subject, mobile)
      select gen_random_uuid(), 'member-' || n || '@club.example', 'bench' || n, (70000000 + n)::text
      from generate_series(1, ${people}::int) n`.execute(db)
    const times: Record<Kind, number[]> = { existing: [], user: [], nobody: [] }
    const waiting = Array.from({ length: callsEach }, () => kinds).flat()
    const path = server.origin + pathOf(verifyEmailOrMobile, 'club-bravo')
    const call = async (kind: Kind, isMeasured: boolean) => {
      const contact = encodeURIComponent(contacts[kind](randomInt(1, people)))
      const visitor = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
      const started = performance.now()
      const answer = await fetch(`${path}?email_or_mobile=${contact}`, { headers: { 'x-forwarded-for': visitor } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A look-up got ${answer.status}.`)
      if (isMeasured) times[kind].push(performance.now() - started)
    }
    // The first calls of a fresh server compile its code.
    for (const kind of [...kinds, ...kinds, ...kinds]) await call(kind, false)
    const work = async () => {
      while (waiting.length > 0) {
        const [kind] = waiting.splice(randomInt(waiting.length), 1)
        if (kind !== undefined) await call(kind, true)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const pairs = [
      ['existing', 'nobody'],
      ['user', 'nobody'],
      ['existing', 'user'],
    ] as const
    return pairs.map(([one, other]) => {
      const chance = chanceOfLonger(times[one], times[other])
      const medians = [one, other].map((kind) => `${percentile(times[kind], 0.5).toFixed(1)} ms`)
      return {
        name: `look-up: how often "${one}" takes longer than "${other}" (${callsEach} each; medians ${medians.join(', ')})`,
        value: `${(chance * 100).toFixed(1)} %`,
        bar: `50 ± ${widestGuess * 100} %`,
        ok: Math.abs(chance - 0.5) <= widestGuess,
      }
    })
  } finally {
    await close()
  }
}

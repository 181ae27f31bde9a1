/** How long each figure and each search of staff takes in a large club: from the press to the whole answer. */
import { sql } from 'kysely'
import { keysOf } from '#contract/keysOf.ts'
import * as figures from '#contract/staff/figures.ts'
import { searchMembers } from '#contract/staff/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type LoadedServer, openLoadedServer } from '#tests/faults/loadedServer.ts'
import { newStaff, staffCookieOf } from '#tests/support/staffSignIn.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const members = sized(100_000, 1000)
const entriesEach = 20
/** Of the entries of a member, so many are tickets. */
const ticketsEach = 14
/** The others. */
const otherKinds: readonly (readonly [code: string, points: number])[] = [
  ['Birthday Double Points', 300],
  ['Bulk Import', 300],
  ['Reward Redemption', -400],
  ['Reward Redemption', -400],
  ['Asia Miles Redemption', -1000],
  ['Points Expired', -100],
]
const concerts = sized(1000, 10)
/** How many tickets of a concert are sold, and how many of them are scanned. */
const [seats, scans] = [2000, 1400]
const months = 36
/** From the sixth call on, a connection runs the plan that it keeps: most are of that. */
const samples = sized(13, 6)
const mostMs = 1000
const mostSearchMs = 50

/** A member's id, by a number. */
const memberId = sql`('00000000-0000-4000-8000-' || lpad(to_hex(n % ${members}), 12, '0'))::uuid`
/** A moment of the last years, by a number. */
const momentOf = (number: string, of: number) =>
  sql`now() - (${sql.raw(number)} % ${of})::float8 / ${of} * ${months} * interval '1 month'`
const texts = sql`jsonb_build_object('en', name, 'tc', name, 'sc', name)`

/** Members, their memberships, and concerts. */
const clubRows = [
  sql`insert into members
      (id, email, provider_subject, first_name, last_name, chinese_name, mobile, email_verified, membership_tier,
        membership_since, created_at)
    select ${memberId}, 'figures-' || n || '@club.example', 'figures ' || n, 'Siu ' || substr(md5(n::text), 1, 4),
      'Chan' || substr(md5(n::text), 5, 3), '陳' || chr(19968 + n % 3000), (50000000 + n)::text, true,
      case when n % 10 < 6 then 'Black' when n % 10 < 9 then 'Red' else 'Gold' end, ${momentOf('n', members)},
      ${momentOf('n', members)} from generate_series(0, ${members}::int - 1) n`,
  sql`insert into memberships (member_id, tier, source, reference, starts_at, ends_at)
    select ${memberId}, case when n % 10 < 9 then 'Red' else 'Gold' end,
      case when year = 0 then 'payment' else 'renewal' end,
      n || ' ' || year, starts_at + year * interval '1 year', starts_at + (year + 1) * interval '1 year'
    from (select n, ${momentOf('n', members)} as starts_at
      from generate_series(0, ${members}::int - 1) n where n % 10 >= 6) gift
    cross join generate_series(0, 2) year where starts_at + year * interval '1 year' < now()`,
  sql`insert into performances (id, name, venue, starts_at, ends_at, settled_at)
    select name, ${texts}, ${texts}, starts_at, starts_at, starts_at
    from (select 'concert ' || n as name, ${momentOf('n', concerts)} as starts_at
      from generate_series(0, ${concerts}::int - 1) n) concert`,
]

/** One entry of every member, of a kind, and as many tickets. */
function entryRows(kind: number) {
  const range = sql`generate_series(${kind * members}::int, ${(kind + 1) * members}::int - 1) n`
  const own = sql`id > ${kind * members}::int and id <= ${(kind + 1) * members}::int`
  const isTicket = kind < ticketsEach
  const [code, points] = isTicket ? ['Scan ticket', 300] : (otherKinds[kind - ticketsEach] ?? ['Bulk Import', 300])
  const at = isTicket ? momentOf(`n / ${scans}`, concerts) : momentOf('n', members)
  const reference = isTicket ? sql`(n / ${scans}::int * ${seats}::int + n % ${scans}::int)` : sql`n`
  return [
    sql`insert into tickets (ticket_no, performance_id, code, code_hash, seat, amount)
      select 'T' || n, 'concert ' || n / ${seats}::int, 'T' || n, 'T' || n, 'Stalls', 300 from ${range}`,
    sql`insert into point_transactions (id, member_id, created_at, code, delta_balance, reference)
        overriding system value
      select n + 1, ${memberId}, ${at}, ${code}, ${points}::int, 'T' || ${reference} from ${range}`,
    sql`insert into point_buckets (member_id, transaction_id, earned, remaining, expires_at)
      select member_id, id, delta_balance, case when id % 3 = 0 then 0 else delta_balance end,
        case when id % 2 = 0 then now() + (id % 900) * interval '1 day' end
      from point_transactions where ${own} and delta_balance > 0`,
    sql`insert into ticket_claims (ticket_no, member_id, claimed_at, transaction_id)
      select reference, member_id, created_at, id from point_transactions where ${own} and code = 'Scan ticket'`,
    sql`insert into redemptions (transaction_id, reward_alias, quantity, ref_no)
      select id, 'reward-' || id % 40, 1, 'R' || id from point_transactions
      where ${own} and code = 'Reward Redemption'`,
  ]
}

const filled = [
  'members',
  'memberships',
  'performances',
  'tickets',
  'ticket_claims',
  'redemptions',
  'point_buckets',
  'point_transactions',
] as const

/** Fills the books of a large club, without the checks of each row. */
async function fill({ db }: LoadedServer): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    const kinds = Array.from({ length: entriesEach }, (_, kind) => entryRows(kind))
    for (const statement of [...clubRows, ...kinds.flat()]) await statement.execute(transaction)
  })
  // As autovacuum does in a club.
  for (const table of filled) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

const endpoints = {
  'members by tier': figures.memberFigures,
  'points by month': figures.pointFigures,
  'points by expiry': figures.expiryFigures,
  'scans by concert': figures.concertFigures,
  'attendance of events': figures.eventFigures,
  'redemptions by reward': figures.rewardFigures,
  'joins by route': figures.joinFigures,
} as const

/** What staff type into their search: a part of a name, Chinese in the other characters, a reference, a slip. */
const searches = { 'a name': 'chanab siu', Chinese: '陈大', 'a reference': 'R1-2024', 'a slip': 'cahnab' }

export async function run(): Promise<BenchRow[]> {
  const loaded = await openLoadedServer({ SEED: 'none' })
  try {
    const { db, server } = loaded
    await fill(loaded)
    const signIn = async () => staffCookieOf(db, server.origin, await newStaff(db, ['finance', 'membership']))
    const cookie = await signIn()
    const timeOf = async (path: string, request: RequestInit = { headers: { cookie } }) => {
      const started = performance.now()
      const answer = await fetch(server.origin + path, request)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} got ${answer.status}`)
      return performance.now() - started
    }
    const anchorTime = async () => {
      const started = performance.now()
      await sql`select sum(delta_balance) from point_transactions`.execute(db)
      return performance.now() - started
    }
    const rows: BenchRow[] = []
    const allAnchors: number[] = []
    for (const name of keysOf(endpoints)) {
      const times: number[] = []
      const anchors: number[] = []
      for (let sample = 0; sample < samples; sample += 1) {
        anchors.push(await anchorTime())
        times.push(await timeOf(endpoints[name].path))
      }
      allAnchors.push(...anchors)
      const median = percentile(times, 0.5)
      const ratio = median / percentile(anchors, 0.5)
      rows.push({
        name: `Figure: ${name}, p50 / longest`,
        value: `${median.toFixed(0)} / ${Math.max(...times).toFixed(0)} ms, ${ratio.toFixed(1)} times the baseline`,
        bar: `≤ ${mostMs / 1000} s`,
        ok: median <= mostMs,
      })
    }
    for (const [what, text] of Object.entries(searches)) {
      const times: number[] = []
      // Somebody else for each: who searches too often has to wait.
      const headers = { cookie: await signIn(), origin: server.origin, 'content-type': 'application/json' }
      const request = { method: 'POST', headers, body: JSON.stringify({ text }) }
      for (let sample = 0; sample < samples; sample += 1) times.push(await timeOf(searchMembers.path, request))
      const median = percentile(times, 0.5)
      rows.push({
        name: `Search by ${what}, p50 / longest`,
        value: `${median.toFixed(0)} / ${Math.max(...times).toFixed(0)} ms`,
        bar: `≤ ${mostSearchMs} ms`,
        ok: median <= mostSearchMs,
      })
    }
    const anchor = `${percentile(allAnchors, 0.5).toFixed(0)} ms`
    return [{ name: 'Baseline: the sum of the whole ledger, p50', value: anchor, bar: '', ok: null }, ...rows]
  } finally {
    await loaded.close()
  }
}

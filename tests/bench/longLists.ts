/**
 * Whether a list of 500 rewards, and an event with 5,000 registrations, take longer than with 50: of each in turns, in
 * one run. A list takes until its first byte: ten times as much takes longer to read, whoever sends it.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { type LoadedServer, openLoadedServer, signedInMember } from '#tests/faults/loadedServer.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const [few, many] = [sized(50, 5), sized(500, 20)]
const manyRegistrations = sized(5000, 100)
const samples = sized(200, 5)
const mostTimes = 2
const product = 'club-bravo'
/** Of an event, so many have places, and the others wait. */
const registeredShare = 0.8

async function importRewards({ db }: LoadedServer, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => `reward-${index}`)
  const entries = keys.map((key, index) => rewardEntry({ key, points: 100 + index, stock: 10 }))
  const files = { 'rewards/entries.json': JSON.stringify(entries), 'rewards/en.md': rewardTexts(...keys) }
  await importFiles(db, { ...validFiles(), ...files })
}

/** Two events, of which one has few and one has many registrations. Resolves to their ids. */
async function addEvents({ db }: LoadedServer): Promise<[few: string, many: string]> {
  const counts = { few, many: manyRegistrations }
  const entries = Object.entries(counts).map(([key, count]) => ({
    key,
    status: 'active',
    public_registration_start_date: new Date(0).toISOString(),
    ya_individual_quota: 5,
    normal_individual_quota: 5,
    event_quota: count * registeredShare,
    waiting_list: true,
  }))
  const files = { 'events/entries.json': JSON.stringify(entries), 'events/en.md': rewardTexts(...Object.keys(counts)) }
  await importFiles(db, files)
  await sql`insert into members (id, email, provider_subject, email_verified)
    select id, id || '@club.example', id::text, true from (select gen_random_uuid() as id from generate_series(1, ${manyRegistrations}::int)) made`.execute(
    db,
  )
  for (const [alias, count] of Object.entries(counts)) {
    const places = count * registeredShare
    await sql`insert into event_registrations (alias, member_id, quantity, state, ref_no, created_at, changed_at)
      select ${alias}::text, id, 1, case when place <= ${places}::int then 'registered' else 'waiting' end,
        ${alias}::text || place, now() - interval '1 day' + place * interval '1 ms', now()
      from (select id, row_number() over (order by id) as place from members
        where email = id || '@club.example' limit ${count}::int) placed`.execute(db)
    await db.updateTable('event_places').set({ taken: places }).where('alias', '=', alias).execute()
  }
  const rows = await db.selectFrom('contents').select(['id', 'key']).where('group_name', '=', 'events').execute()
  const idOf = (alias: string) => String(rows.find(({ key }) => key === alias)?.id)
  return [idOf('few'), idOf('many')]
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** The median of each, in turns. A work resolves to its time. */
async function medians(works: readonly (() => Promise<number>)[]): Promise<number[]> {
  const times = works.map((): number[] => [])
  for (let sample = 0; sample < samples; sample += 1)
    for (const [index, work] of works.entries()) times[index]?.push(await work())
  return times.map((own) => percentile(own, 0.5))
}

/** Asks for the list, as whoever has this token. Resolves to the time of its first byte. */
function askFor({ server }: LoadedServer, token: string | null) {
  return async () => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const started = performance.now()
    const answer = await fetch(server.origin + pathOf(endpoints.listRedeemItems, product), { headers })
    const passed = performance.now() - started
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`The list got ${answer.status}`)
    return passed
  }
}

/** Registers for an event, and gives the place back. */
function takeAndGiveBack({ server }: LoadedServer, token: string, eventId: string) {
  const post = async (name: 'registerEvent' | 'cancelRegistration', body: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const path = server.origin + pathOf(endpoints[name], product)
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }
  return async () => {
    const answer = await post('registerEvent', { event_id: eventId, quantity: 1 })
    const [, refNo] = /"ref_no":"([^"]+)"/.exec(answer) ?? []
    if (refNo === undefined) throw new Error(answer)
    const said = await post('cancelRegistration', { ref_no: refNo })
    if (!said.includes('true')) throw new Error(said)
  }
}

const faster = ([first = 0, second = 0, third = 0, fourth = 0]: readonly number[]) => [
  Math.min(first, third),
  Math.min(second, fourth),
]

function rowOf(name: string, [first = 0, second = 0]: readonly number[], hasBar: boolean): BenchRow {
  const times = second / first
  return {
    name,
    value: `${second.toFixed(1)} ms, ${times.toFixed(2)} times the ${first.toFixed(1)} ms with ${few}`,
    bar: hasBar ? `≤ ${mostTimes} times` : '',
    ok: hasBar ? times <= mostTimes : null,
  }
}

export async function run(): Promise<BenchRow[]> {
  const loaded = await openLoadedServer({ CACHE_SECONDS: '1', SEED: 'none' })
  try {
    const { token } = await signedInMember(loaded)
    const measured: [visitor: number, member: number][] = []
    // Twice, of which the faster counts: other work of the machine comes and goes.
    for (const count of [few, many, few, many]) {
      await importRewards(loaded, count)
      const lists = [askFor(loaded, null), askFor(loaded, token)]
      await medians(lists)
      // One after the other: the work for a member would be waited for by the next visitor.
      const [visitor = 0, member = 0] = [...(await medians(lists.slice(0, 1))), ...(await medians(lists.slice(1)))]
      measured.push([visitor, member])
    }
    const [fewEvents, manyEvents] = await addEvents(loaded)
    const events = [fewEvents, manyEvents].map((id) => takeAndGiveBack(loaded, token, id))
    for (const work of events) await work()
    const timed = events.map((work) => () => timeOf(work))
    return [
      rowOf(
        `The list of ${many} rewards, to visitors, to its first byte`,
        faster(measured.map(([visitor]) => visitor)),
        true,
      ),
      rowOf(`The same to a member, whose own it is`, faster(measured.map(([, member]) => member)), false),
      rowOf(
        `A registration for an event with ${manyRegistrations} others, and giving it back`,
        await medians(timed),
        true,
      ),
    ]
  } finally {
    await loaded.close()
  }
}

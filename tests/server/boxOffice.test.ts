import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Endpoint, isForBoxOffice, pathOf, type RequestOf } from '#contract/endpoint.ts'
import { endpointGroups, endpoints } from '#contract/index.ts'
import { keysOf } from '#contract/keysOf.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import { keyPrefix } from '#contract/staff/keys.ts'
import { type KeyPermission, keyPermissions } from '#contract/staff/roles.ts'
import { audit } from '#server/services/audit.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'
import { type CallOptions, product, scanAndConfirm, testOrigin } from './testApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('owner')

const names = keysOf(endpointGroups['Box office'])
type Name = (typeof names)[number]

/** What each endpoint takes, about nothing that there is. */
const requests: { [N in Name]: RequestOf<(typeof endpoints)[N]> } = {
  addTickets: { tickets: [{ ticket_no: 'NONE', performance_id: 'none', seat: '1', amount: 1 }] },
  voidTicket: { ticketNo: 'NONE', reason: 'For a test' },
  ticketState: { ticketNo: 'NONE' },
  ticketCodes: { ticketNos: ['NONE'] },
}

interface NewKey {
  name: string
  secret: string
}

/** Makes a key on the page of staff. */
async function newKey(permission: KeyPermission): Promise<NewKey> {
  const name = `Hall ${randomUUID().slice(0, 8)}`
  const made = await staff.call(endpoints.makeKey, { name, permission }, ada)
  if (made.kind !== 'made') throw new Error(made.kind)
  return { name, secret: made.secret }
}

const listed = async (name: string) =>
  (await staff.call(endpoints.listKeys, {}, bo)).keys.find((key) => key.name === name)

const send = <N extends Name>(name: N, request: RequestOf<(typeof endpoints)[N]>, { secret: token }: NewKey) =>
  api.call(endpoints[name], request, { token })

const startsAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
const endsAt = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString()
const concert = {
  name_en: 'Requiem',
  name_tc: '安魂曲',
  name_sc: '安魂曲',
  venue_en: 'Hall',
  venue_tc: '音樂廳',
  venue_sc: '音乐厅',
  starts_at: startsAt,
  ends_at: endsAt,
}

/** Two tickets for a new concert, as a ticketing system sends them. */
function soldTickets() {
  const id = randomUUID().slice(0, 8)
  return [
    { ticket_no: `B-${id}-1`, performance_id: id, seat: 'Stalls 1', amount: 380, ...concert },
    { ticket_no: `B-${id}-2`, performance_id: id, seat: 'Stalls 2', amount: '480.50' },
  ]
}

test('A key is shown once, stored as its hash, listed with who has made, used and ended it, and told by acts', async () => {
  const { name, secret } = await newKey('ticket_read')
  expect(secret).toMatch(new RegExp(`^${keyPrefix}[\\w-]{43}$`))
  const stored = await api.db.selectFrom('api_keys').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  expect(stored.secret_hash).toBe(createHash('sha256').update(secret).digest('hex'))
  expect(JSON.stringify(stored)).not.toContain(secret)
  const { keys } = await staff.call(endpoints.listKeys, {}, bo)
  expect(JSON.stringify(keys)).not.toContain(secret)
  expect(JSON.stringify(keys)).not.toContain(stored.secret_hash)
  const made = { by: ada.email, at: expect.any(String) }
  expect(await listed(name)).toMatchObject({ permission: 'ticket_read', made, lastUsedAt: null, ended: null })
  const taken = await staff.call(endpoints.makeKey, { name: ` ${name} `, permission: 'code_read' }, bo)
  expect(taken).toEqual({ kind: 'name_taken' })

  expect((await send('ticketState', requests.ticketState, { name, secret })).status).toBe(200)
  expect((await listed(name))?.lastUsedAt).not.toBeNull()
  const id = stored.id
  expect(await staff.call(endpoints.endKey, { id }, bo)).toEqual({ kind: 'done' })
  expect((await send('ticketState', requests.ticketState, { name, secret })).status).toBe(401)
  const ended = { by: bo.email, at: expect.any(String) }
  expect(await staff.call(endpoints.endKey, { id }, ada)).toEqual({ kind: 'refused', by: ended })
  expect(await listed(name)).toMatchObject({ made, ended })
  expect(await findActs({ subject_kind: 'key', subject_id: name })).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'api_key_make', after: { permission: 'ticket_read' } },
    { actor: `staff:${bo.sub}`, action: 'api_key_end' },
  ])
  // The server's role cannot bring one back under another name, or with another permission.
  const change = (row: object) => api.serverDb.updateTable('api_keys').set(row).where('id', '=', id).execute()
  await expect(change({ permission: 'code_read' })).rejects.toThrow('permission denied')
  await expect(change({ secret_hash: 'x' })).rejects.toThrow('permission denied')
})

test.each(keyPermissions)('A key for %s opens its own call alone', async (permission) => {
  const key = await newKey(permission)
  for (const name of names) {
    const { status, body, headers } = await send(name, requests[name], key)
    const due = endpoints[name].access.boxOffice
    const refusal = `This needs a key with the permission ${due}`
    const answered = due === permission ? [200, undefined] : [403, refusal]
    expect([name, status, body['message']]).toEqual([name, ...answered])
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('Without a key that works, whatever it is, the answer is the same', async () => {
  const { name, secret } = await newKey('ticket_read')
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  await staff.call(endpoints.endKey, { id: (await listed(name))?.id ?? '' }, ada)
  const wrong: CallOptions[] = [
    {},
    { token: secret },
    { token: `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` },
    { token: keyPrefix },
    { token: secret.slice(keyPrefix.length) },
    { token: `${secret}${secret}` },
    { token },
    { headers: { cookie: ada.cookie } },
    { headers: { authorization: secret } },
    { headers: { authorization: `Basic ${Buffer.from(`key:${secret}`).toString('base64')}` } },
    { headers: { authorization: 'Bearer ' } },
  ]
  const answers = []
  for (const options of wrong)
    for (const one of names) answers.push(await api.call(endpoints[one], requests[one], options))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set([`401 ${JSON.stringify({ message: `Send a key that works, as “Authorization: Bearer ${keyPrefix}…”` })}`]),
  )
})

test('A key opens nothing of members, and nothing of staff', async () => {
  const opened = []
  for (const permission of keyPermissions) {
    const { secret: token } = await newKey(permission)
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.access === 'public' || isForBoxOffice(endpoint) || endpoint.file) continue
      const { status } = await api.call(endpoint, {}, { token })
      if (status !== 401) opened.push(`${name}: ${status}`)
    }
  }
  expect(opened).toEqual([])
})

test('Concerts and tickets are added once: the same request again changes nothing and says so', async () => {
  const key = await newKey('ticket_import')
  const tickets = soldTickets()
  const first = await send('addTickets', { tickets }, key)
  expect(first.body).toEqual({ kind: 'added', importId: expect.any(String), added: 2, concerts: 1, unchanged: 0 })
  const stored = () =>
    api.db.selectFrom('tickets').selectAll().where('ticket_no', '>', '').orderBy('ticket_no').execute()
  const before = await stored()
  for (const request of [tickets, tickets.toReversed()])
    expect((await send('addTickets', { tickets: request }, key)).body).toEqual({ kind: 'unchanged', unchanged: 2 })
  expect(await stored()).toEqual(before)
  const more = { ...tickets[1], ticket_no: `${tickets[1]?.ticket_no}a`, seat: null }
  const second = await send('addTickets', { tickets: [...tickets, more] }, key)
  expect(second.body).toMatchObject({ kind: 'added', added: 1, concerts: 0, unchanged: 2 })
  const importId = String(first.body['importId'])
  expect(await findActs({ actor: `key:${key.name}` })).toMatchObject([
    { role: null, action: 'tickets_import', after: { added: 2, performances: 1 } },
    { action: 'tickets_import', after: { added: 1, performances: 0 } },
  ])
  const { imports } = await staff.call(endpoints.ticketImports, {}, ada)
  const imported = { by: `key:${key.name}`, at: expect.any(String) }
  expect(imports.find(({ id }) => id === importId)).toMatchObject({ file: key.name, imported })
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Of requests with the same tickets at the same time, one adds them', async () => {
  const key = await newKey('ticket_import')
  const tickets = soldTickets()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('addTickets', { tickets }, key)))
  expect(answers.map(({ body }) => String(body['kind'])).toSorted()).toEqual(['added', ...Array(7).fill('unchanged')])
  expect(await findActs({ actor: `key:${key.name}` })).toHaveLength(1)
})

test('Of rows that cannot be taken, all faults are told row by row, as to staff, and nothing is added', async () => {
  const key = await newKey('ticket_import')
  const [sold, second] = soldTickets()
  const tickets = [
    { ...sold },
    { ...second, amount: 'free' },
    { ...second, ticket_no: '', performance_id: 'unheard-of' },
    { ...second, ticket_no: sold?.ticket_no, seat: 'Elsewhere' },
    { ...sold, ticket_no: 'T-time', starts_at: '2026-02-30 20:00', name_sc: 'x'.repeat(201) },
    { ...second, ticket_no: 'T-code', code: 'https://example.com/menu' },
  ]
  const refused = await send('addTickets', { tickets }, key)
  expect(refused.body).toEqual({
    kind: 'refused',
    bad: [
      { row: 2, faults: [{ kind: 'amount', column: 'amount', value: 'free' }] },
      { row: 3, faults: [{ kind: 'missing', column: 'ticket_no' }] },
      {
        row: 4,
        faults: [
          { kind: 'ticket_differs', ticketNo: sold?.ticket_no, column: 'seat', known: sold?.seat },
          { kind: 'ticket_differs', ticketNo: sold?.ticket_no, column: 'amount', known: '380' },
        ],
      },
      {
        row: 5,
        faults: [
          { kind: 'too_long', column: 'name_sc', max: 200 },
          { kind: 'time', column: 'starts_at', value: '2026-02-30 20:00' },
        ],
      },
      { row: 6, faults: [{ kind: 'code_malformed' }] },
    ],
  })
  expect(await findActs({ actor: `key:${key.name}` })).toEqual([])
  const read = await send('ticketState', { ticketNo: sold?.ticket_no ?? '' }, await newKey('ticket_read'))
  expect(read.body).toEqual({ ticket: null })
})

test('A ticket number that JSON would change is refused, and one in other letters is another ticket', async () => {
  const key = await newKey('ticket_import')
  const [sold] = soldTickets()
  const long = { ...sold, ticket_no: Number('730144829911000123') }
  const refused = await send('addTickets', { tickets: [long] }, key)
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body['errors'] ?? {}).join(' ')).toContain('ticket_no')
  const ticketNo = `B-${randomUUID().slice(0, 8)}`.toUpperCase()
  await send('addTickets', { tickets: [{ ...sold, ticket_no: ticketNo }] }, key)
  const state = await send('ticketState', { ticketNo: ticketNo.toLowerCase() }, await newKey('ticket_read'))
  expect(state.body).toEqual({ ticket: null })
})

test('A formula is no spreadsheet’s here: what a row says is taken as it is', async () => {
  const [sold] = soldTickets()
  const ticket_no = `'=1+${randomUUID().slice(0, 8)}`
  expect(
    (await send('addTickets', { tickets: [{ ...sold, ticket_no }] }, await newKey('ticket_import'))).body,
  ).toMatchObject({ added: 1 })
  const { body } = await send('ticketState', { ticketNo: ticket_no }, await newKey('ticket_read'))
  expect(body).toMatchObject({ ticket: { ticketNo: ticket_no } })
})

test('The state of a ticket goes from unclaimed by claimed or credited to voided, and names no member', async () => {
  const [reading, voiding] = [await newKey('ticket_read'), await newKey('ticket_return')]
  const stateOf = async (ticketNo: string) => {
    const { body } = await send('ticketState', { ticketNo }, reading)
    expect(body['ticket']).toMatchObject({ ticketNo })
    return body['ticket']
  }
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  const [open, pending, credited] = [
    await issueTicket(api.db),
    await issueTicket(api.db, 'pending'),
    await issueTicket(api.db),
  ]
  await scanAndConfirm(api, token, pending.code)
  await claimFor(api.db, credited, id)
  const { performanceId, seat, amount } = open
  expect(await stateOf(open.ticketNo)).toEqual({
    ticketNo: open.ticketNo,
    performanceId,
    seat,
    amount,
    state: 'unclaimed',
    since: null,
  })
  expect(await stateOf(pending.ticketNo)).toMatchObject({ state: 'claimed', since: expect.any(String) })
  expect(await stateOf(credited.ticketNo)).toMatchObject({ state: 'credited', since: expect.any(String) })

  const reason = 'The buyer gave it back'
  for (const [ticket, wasClaimed] of [
    [open, false],
    [pending, true],
    [credited, true],
  ] as const) {
    const request = { ticketNo: ticket.ticketNo, reason }
    expect((await send('voidTicket', request, voiding)).body).toEqual({ kind: 'voided', wasClaimed })
    expect(await stateOf(ticket.ticketNo)).toMatchObject({ state: 'voided', since: expect.any(String) })
    expect((await send('voidTicket', request, voiding)).body).toEqual({ kind: 'repeated', at: expect.any(String) })
  }
  expect(await pointsOf(api.db, id)).toBe(0)
  expect((await send('voidTicket', requests.voidTicket, voiding)).body).toEqual({ kind: 'unknown_ticket' })
  const acts = await findActs({ actor: `key:${voiding.name}` })
  expect(acts).toMatchObject([1, 2, 3].map(() => ({ action: 'ticket_return', role: null, reason })))
  const { body } = await api.call(endpoints.scanTicket, { qrcode: open.code }, { token, key: randomUUID() })
  expect(body['status']).not.toBe('found')
})

test('Codes for print are those that the phone’s own scanner verifies; one of an outlet is its own', async () => {
  const [adding, key] = [await newKey('ticket_import'), await newKey('code_read')]
  const [first, second] = soldTickets()
  const own = `OUTLET-${randomUUID()}`
  await send('addTickets', { tickets: [{ ...first }, { ...second, code: own }] }, adding)
  const voided = await issueTicket(api.db)
  await send('voidTicket', { ticketNo: voided.ticketNo, reason: 'Given back' }, await newKey('ticket_return'))
  const [a, b] = [first?.ticket_no ?? '', second?.ticket_no ?? '']
  const { body } = await send('ticketCodes', { ticketNos: [b, a, 'NONE', voided.ticketNo] }, key)
  expect(body).toEqual({
    codes: [
      { ticketNo: b, kind: 'code', qr: own },
      { ticketNo: a, kind: 'code', qr: expect.stringMatching(new RegExp(`^${testOrigin}/t#`)) },
      { ticketNo: 'NONE', kind: 'unknown_ticket' },
      { ticketNo: voided.ticketNo, kind: 'voided' },
    ],
  })
  const [, signed = ''] = /"https:\/\/club\.test\/t#([^"]+)"/.exec(JSON.stringify(body)) ?? []
  expect(await readTicket(signed, await findTicketKeys(api.db))).toEqual({
    kind: 'signed',
    claims: { t: a, p: first?.performance_id, s: Math.floor(Date.parse(startsAt) / 1000), l: 'Stalls 1', a: 380 },
  })
  expect(await findActs({ actor: `key:${key.name}` })).toMatchObject([{ action: 'codes_read', after: { tickets: 2 } }])
})

test('Bodies that make no sense are refused with their fields, and add nothing', async () => {
  const keys = new Map<string, NewKey>()
  for (const name of names) keys.set(name, await newKey(endpoints[name].access.boxOffice))
  const row = soldTickets()[0]
  const nonsense: [Name, unknown, string[]][] = [
    ['addTickets', {}, ['tickets']],
    ['addTickets', { tickets: [] }, ['tickets']],
    ['addTickets', { tickets: 'all' }, ['tickets']],
    ['addTickets', [], ['tickets']],
    ['addTickets', { tickets: [null] }, ['tickets']],
    ['addTickets', { tickets: [{ ...row, price: 380 }] }, ['price']],
    ['addTickets', { tickets: [{ ...row, amount: true, seat: {} }] }, ['seat', 'amount']],
    ['addTickets', { tickets: Array(501).fill(row) }, ['tickets']],
    ['voidTicket', { ticketNo: 7 }, ['ticketNo', 'reason']],
    ['voidTicket', { ticketNo: 'NONE', reason: ' ' }, ['reason']],
    ['ticketState', {}, ['ticketNo']],
    ['ticketState', { ticketNo: 'x'.repeat(65) }, ['ticketNo']],
    ['ticketCodes', { ticketNos: ['', 3] }, ['ticketNos']],
    ['ticketCodes', null, ['ticketNos']],
  ]
  for (const [name, request, fields] of nonsense) {
    const { status, body } = await api.call(endpoints[name], request ?? {}, { token: keys.get(name)?.secret ?? '' })
    expect([name, status, Object.keys(body['errors'] ?? {}).toSorted()]).toEqual([name, 422, fields.toSorted()])
  }
  const path = pathOf(endpoints.addTickets, product)
  const authorization = `Bearer ${keys.get('addTickets')?.secret}`
  const post = (body: string, type = 'application/json') =>
    api.send(path, { method: 'POST', body, headers: { authorization, 'content-type': type } })
  for (const body of ['{', 'tickets', '[1', '"\ud800']) expect((await post(body)).status).toBe(400)
  expect((await post('{}', 'text/csv')).status).toBe(400)
  expect((await post(`{"tickets":"${'x'.repeat(2 * 1024 * 1024)}"}`)).status).toBe(413)
  expect((await api.send(path, { headers: { authorization } })).status).toBe(405)
})

test('A key that calls too often waits, and is told for how long; others go on', async () => {
  const [wild, calm] = [await newKey('ticket_read'), await newKey('ticket_read')]
  const burst = await Promise.all(Array.from({ length: 130 }, () => send('ticketState', requests.ticketState, wild)))
  const statuses = burst.map(({ status }) => status)
  // A minute may end meanwhile.
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const refused = burst.find(({ status }) => status === 429)
  const wait = Number(refused?.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  expect(refused?.body['message']).toMatch(/^Too many calls with this key\. Wait \d+ s and try again\.$/)
  expect((await send('ticketState', requests.ticketState, calm)).status).toBe(200)
})

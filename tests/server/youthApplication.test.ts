import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { alreadyApplied } from '#contract/registration/registration.ts'
import { openStudentCard } from '#server/services/membership/studentCards.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { cardPdf, pdfOfSize, youthForm } from '#tests/support/youngApplicant.ts'
import { type TestApi, testApi } from './testApi.ts'

const megabyte = 1024 * 1024

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, {
    ...validFiles(),
    'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]',
    'countries/en.md': '# hk\n## name\nHong Kong\n',
  })
})
afterAll(() => api.close())

/** A newcomer, and how they send the form. Bodies declare their size, as those of browsers do. */
async function applicant() {
  const member = await newcomer(api.db)
  const token = await api.signIn(member.id)
  const send = (change: Record<string, unknown> = {}, key: string = randomUUID()) => {
    const form = youthForm(member, change)
    const headers = { 'Content-Length': String(Buffer.byteLength(JSON.stringify(form))) }
    return api.call(endpoints.updateProfile, form, { token, key, headers })
  }
  const row = () => api.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
  const setStatus = (ya_status: string) =>
    api.db.updateTable('members').set({ ya_status }).where('id', '=', member.id).execute()
  const cards = () => api.db.selectFrom('student_cards').selectAll().where('member_id', '=', member.id).execute()
  const open = () => openStudentCard(api.serverDb, member.email, api.dependencies.studentCardKey)
  return { member, token, send, row, setStatus, cards, open }
}

test('A member applies with a card of 8 MB, which is stored encrypted, and has to pay', async () => {
  const { member, token, send, row, cards, open } = await applicant()
  const card = pdfOfSize(8 * megabyte)
  expect((await send({ _student_card_base64: card })).body).toEqual({ success: true, welcome_points: 0 })
  expect(await row()).toMatchObject({
    ya_status: 'Pending Payment',
    is_submitted_profile: 'submitted',
    school_name: 'Harbour View Secondary School',
    guardian_name: 'Chan Tai Man',
  })
  const [stored] = await cards()
  expect(stored?.sealed.includes('Chan Wing Yan')).toBe(false)
  expect(await open()).toEqual({
    kind: 'opened',
    card: { type: 'application/pdf', bytes: Buffer.from(card, 'base64') },
  })
  const answers = await api.db
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('member_id', '=', member.id)
    .execute()
  expect(answers).toEqual([{ answer: { success: true, welcome_points: 0 } }])
  expect((await api.call(endpoints.youthPayment, {}, { token })).body).toMatchObject({ success: true })
})

test('What is sent again before the payment takes the place of the application, and loses nothing', async () => {
  const { send, row, open } = await applicant()
  await send()
  const bytes = Buffer.from('%PDF-1.7 the right card')
  const again = { school_name: 'Another school', _student_card_base64: bytes.toString('base64') }
  expect((await send(again)).status).toBe(200)
  expect(await row()).toMatchObject({ ya_status: 'Pending Payment', school_name: 'Another school' })
  expect(await open()).toEqual({ kind: 'opened', card: { type: 'application/pdf', bytes } })
})

test('A paid or approved application is not made again; after a rejection or its end a new card replaces the old one', async () => {
  const { send, row, setStatus, open } = await applicant()
  await send()
  for (const status of ['Pending Approval', 'Approved']) {
    await setStatus(status)
    const { status: code, body } = await send({ school_name: 'Another school' })
    expect([code, body]).toEqual([422, { message: alreadyApplied }])
    expect(await row()).toMatchObject({ ya_status: status, school_name: 'Harbour View Secondary School' })
  }
  for (const status of ['Rejected', 'Expired']) {
    await setStatus(status)
    const bytes = Buffer.from(`%PDF-1.7 ${status}`)
    expect((await send({ _student_card_base64: bytes.toString('base64') })).status).toBe(200)
    expect(await row()).toMatchObject({ ya_status: 'Pending Payment' })
    expect(await open()).toEqual({ kind: 'opened', card: { type: 'application/pdf', bytes } })
  }
})

test('A card that is missing, empty, too large, HTML or no file is refused in a sentence about it', async () => {
  const { send, row, cards } = await applicant()
  const html = `data:application/pdf;base64,${Buffer.from('<html>%PDF-1.7').toString('base64')}`
  const refused: [unknown, string][] = [
    [undefined, '_student_card_base64 is missing'],
    ['', '_student_card_base64 is required'],
    ['data:application/pdf;base64,', '_student_card_base64 is required'],
    [html, '_student_card_base64 is NOT valid'],
    ['🎻', '_student_card_base64 is NOT valid'],
    [pdfOfSize(8 * megabyte + 1), '_student_card_base64 is NOT valid'],
  ]
  for (const [card, sentence] of refused) {
    const { status, body } = await send({ _student_card_base64: card })
    expect([status, body['errors']]).toEqual([422, { _student_card_base64: [sentence] }])
  }
  expect(await row()).toMatchObject({ ya_status: 'N/A', is_submitted_profile: 'default' })
  expect(await cards()).toEqual([])
})

test('A card in another form is dropped', async () => {
  const { send, row, cards } = await applicant()
  expect((await send({ _is_ya_form: false })).status).toBe(200)
  expect(await row()).toMatchObject({ ya_status: 'N/A' })
  expect(await cards()).toEqual([])
})

test('A lost answer makes one application; the same key with another card is refused', async () => {
  const { send, cards } = await applicant()
  const key = randomUUID()
  const statuses = (await Promise.all([send({}, key), send({}, key)])).map(({ status }) => status)
  expect(statuses).toContain(200)
  for (const status of statuses) expect([200, 409]).toContain(status)
  expect((await send({}, key)).body).toEqual({ success: true, welcome_points: 0 })
  const other = Buffer.concat([cardPdf, cardPdf]).toString('base64')
  expect((await send({ _student_card_base64: other }, key)).body['errors']).toEqual({
    'Idempotency-Key': ['Idempotency-Key has already been used'],
  })
  expect(await cards()).toHaveLength(1)
})

/** A request with a file that waits to be read; `end` sends it. */
function upload(token: string | null, body: string) {
  let isRead = false
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const stream = new ReadableStream(
    {
      pull: async (controller) => {
        isRead = true
        await ended
        controller.enqueue(new TextEncoder().encode(body))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    },
    body: stream,
    duplex: 'half',
  }
  const answered = api.send(pathOf(endpoints.updateProfile, 'club-bravo'), init)
  return { answered, end, isRead: () => isRead }
}

const largeForm = (email: string) => JSON.stringify(youthForm({ email }, { _student_card_base64: pdfOfSize(megabyte) }))

test('Nothing of a file is read before its sender is known, and no member sends two at once', async () => {
  const { member, token } = await applicant()
  for (const nobody of [null, 'unknown']) {
    const sent = upload(nobody, largeForm(member.email))
    expect((await sent.answered).status).toBe(401)
    expect(sent.isRead()).toBe(false)
  }
  const first = upload(token, largeForm(member.email))
  await expect.poll(first.isRead).toBe(true)
  const second = upload(token, largeForm(member.email))
  expect((await second.answered).status).toBe(409)
  expect(second.isRead()).toBe(false)
  first.end()
  expect((await first.answered).status).toBe(200)
})

test('Eight files are received at once, however slowly: who comes then is told when to come back', async () => {
  const [late, ...applicants] = await Promise.all(Array.from({ length: 9 }, () => applicant()))
  const uploads = applicants.map(({ member, token }) => upload(token, largeForm(member.email)))
  const reading = () => uploads.filter(({ isRead }) => isRead()).length
  await expect.poll(reading).toBe(8)
  if (!late) throw new Error('Nobody came late')
  const refused = await late.send({ _student_card_base64: pdfOfSize(megabyte) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10'])
  // Without a file nobody is refused.
  const { send } = await applicant()
  expect((await send()).status).toBe(200)
  const [quick, ...slow] = uploads
  quick?.end()
  expect((await quick?.answered)?.status).toBe(200)
  expect((await late.send({ _student_card_base64: pdfOfSize(megabyte) })).status).toBe(200)
  for (const { end } of slow) end()
  for (const { answered } of slow) expect((await answered).status).toBe(200)
})

test('Only a file that declares its size may be more than 64 kB, and only here', async () => {
  const { member, token, send } = await applicant()
  const long = { guardian_name: 'x'.repeat(64 * 1024) }
  const undeclared = await api.call(endpoints.updateProfile, youthForm(member, long), { token })
  expect(undeclared.status).toBe(413)
  expect((await send({ _student_card_base64: 'A'.repeat(12 * megabyte) })).status).toBe(413)
  // Many values are no file, nor is room for them beside one.
  const many = { interest_id: Array.from({ length: 40_000 }, () => 'x') }
  expect((await send({ ...many, _student_card_base64: pdfOfSize(100_000) })).status).toBe(413)
  const body = { interest_id: ['x'.repeat(64 * 1024)] }
  const headers = { 'Content-Length': String(JSON.stringify(body).length) }
  expect((await api.call(endpoints.interests, body, { token, headers })).status).toBe(413)
})

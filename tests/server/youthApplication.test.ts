import { randomUUID } from 'node:crypto'
import { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { alreadyApplied } from '#contract/registration/registration.ts'
import { runAsSystem } from '#server/gate/client.ts'
import { limiters } from '#server/gate/limiters.ts'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { openStudentCard } from '#server/services/membership/studentCards.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { cardPdf, multipart, pdfOfSize, youthForm } from '#tests/support/youngApplicant.ts'
import { type TestApi, testApi } from './testApi.ts'

const megabyte = 1024 * 1024
/** A file as a page reads it. */
const textOf = (card: Buffer) => `data:application/pdf;base64,${card.toString('base64')}`
const updateAddress = pathOf(endpoints.updateProfile, 'club-bravo')

const contents = {
  ...validFiles(),
  'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]',
  'countries/en.md': '# hk\n## name\nHong Kong\n',
}

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, contents)
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
  const open = async () => openStudentCard(asStaff(api.serverDb), member.id, await api.dependencies.sealingKeys())
  return { member, token, send, row, setStatus, cards, open }
}

test('A member applies with a card of 5 MB, which is stored encrypted, and has to pay', async () => {
  const { member, token, send, row, cards, open } = await applicant()
  const card = pdfOfSize(5 * megabyte)
  expect((await send({ _student_card_base64: textOf(card) })).body).toEqual({ success: true, welcome_points: 0 })
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
    card: { type: 'application/pdf', bytes: card },
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
    [textOf(pdfOfSize(5 * megabyte + 1)), '_student_card_base64 is NOT valid'],
    ['🎻', '_student_card_base64 is NOT valid'],
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

test('A large card takes effect once for each key, and may not change either', async () => {
  const { send, setStatus, cards } = await applicant()
  const key = randomUUID()
  const card = { _student_card_base64: textOf(pdfOfSize(megabyte)) }
  expect((await send(card, key)).status).toBe(200)
  // Whatever became of the application meanwhile.
  await setStatus('Pending Approval')
  expect((await send(card, key)).body).toEqual({ success: true, welcome_points: 0 })
  expect((await send({ _student_card_base64: textOf(pdfOfSize(megabyte + 1)) }, key)).body['errors']).toEqual({
    'Idempotency-Key': ['Idempotency-Key has already been used'],
  })
  expect(await cards()).toHaveLength(1)
})

test('A form of parts is not what the club takes from members, and nothing of it is read', async () => {
  const { member, token, send, cards } = await applicant()
  const { body, headers } = await multipart([
    ['request', JSON.stringify(youthForm(member))],
    ['file', new Blob([pdfOfSize(megabyte)])],
  ])
  const own = { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() }
  const init = { method: 'POST', headers: { ...headers, ...own }, body }
  expect((await api.send(updateAddress, init)).status).toBe(413)
  expect(await cards()).toEqual([])
  // The fields are checked before the card.
  const { status, body: told } = await send({ school_name: '', _student_card_base64: textOf(Buffer.from('no card')) })
  expect([status, told['errors']]).toEqual([422, { school_name: ['school_name is required'] }])
  expect(await readdir(api.dependencies.temporaryFolder)).toEqual([])
})

test('A member sends five cards an hour, of whatever kind; the rest is not read', async () => {
  const apart = await testApi({ rateLimits: { files: 5 } })
  const { id, email } = await newcomer(apart.db)
  const token = await apart.signIn(id)
  const form = youthForm({ email })
  for (let count = 0; count < 3; count += 1)
    expect((await apart.call(endpoints.updateProfile, form, { token })).status).toBe(422)
  const large = { ...form, _student_card_base64: textOf(pdfOfSize(megabyte)) }
  const headers = { 'Content-Length': String(JSON.stringify(large).length) }
  const sendLarge = () => apart.call(endpoints.updateProfile, large, { token, headers })
  for (let count = 0; count < 2; count += 1) expect((await sendLarge()).status).toBe(422)
  const refused = await sendLarge()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await apart.call(endpoints.updateProfile, form, { token })).status).toBe(429)
  const withoutCard = { ...form, _student_card_base64: '' }
  expect((await apart.call(endpoints.updateProfile, withoutCard, { token })).status).toBe(422)
  await apart.close()
})

const Started = v.object({ process: v.instance(ChildProcess) })

/** Counts the pictures that are decoded from now on, each by a process of its own. */
function countDecoders(): () => number {
  const started: ChildProcess[] = []
  const listen = (message: unknown) => {
    started.push(v.parse(Started, message).process)
  }
  subscribe('child_process', listen)
  onTestFinished(() => {
    unsubscribe('child_process', listen)
  })
  return () => started.filter(({ spawnargs }) => spawnargs.some((text) => text.endsWith('decodePicture.ts'))).length
}

test('Under an answered key no other card is looked at, and over the limit the same one is answered again', async () => {
  const apart = await testApi({ rateLimits: { files: 2 } })
  onTestFinished(apart.close)
  await importFiles(apart.db, contents)
  const { id, email } = await newcomer(apart.db)
  const token = await apart.signIn(id)
  const send = (card: Buffer, key: string = randomUUID()) => {
    const request = youthForm({ email }, { _student_card_base64: card.toString('base64') })
    const headers = { 'Content-Length': String(JSON.stringify(request).length) }
    return apart.call(endpoints.updateProfile, request, { token, key, headers })
  }
  const decoders = countDecoders()
  const key = randomUUID()
  const broken = Buffer.from((await demoStudentCard()).bytes.subarray(0, 10_000))
  expect((await send(cardPdf, key)).status).toBe(200)
  const used = { 'Idempotency-Key': ['Idempotency-Key has already been used'] }
  for (const again of [broken, pdfOfSize(megabyte)]) expect((await send(again, key)).body['errors']).toEqual(used)
  expect(decoders()).toBe(0)
  expect((await send(broken)).body['errors']).toEqual({ _student_card_base64: ['_student_card_base64 is NOT valid'] })
  expect(decoders()).toBe(1)
  expect((await send(broken)).status).toBe(429)
  for (const again of [broken, pdfOfSize(megabyte)]) expect((await send(again, key)).body['errors']).toEqual(used)
  expect((await send(cardPdf, key)).body).toEqual({ success: true, welcome_points: 0 })
  expect(decoders()).toBe(1)
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
  const answered = api.send(updateAddress, init)
  return { answered, end, isRead: () => isRead }
}

const largeCard = pdfOfSize(megabyte).toString('base64')
const largeForm = (email: string) => JSON.stringify(youthForm({ email }, { _student_card_base64: largeCard }))

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

test('Of the files of an hour, those count that were taken or looked at in vain, and not what was lost, late or too much at once', async () => {
  const apart = await testApi({ rateLimits: { files: 2 } })
  await importFiles(apart.db, contents)
  const { id, email } = await newcomer(apart.db)
  const token = await apart.signIn(id)
  const others = await Promise.all([1, 2].map(() => runAsSystem(limiters.fileDecoding.acquire)))
  const card = pdfOfSize(megabyte).toString('base64')
  const body = JSON.stringify(youthForm({ email }, { _student_card_base64: card }))
  const send = (key: string = randomUUID()) =>
    apart.send(updateAddress, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Idempotency-Key': key,
        'Content-Type': 'application/json',
        'Content-Length': String(body.length),
      },
      body,
    })
  const key = randomUUID()
  const first = send(key)
  await expect.poll(() => limiters.fileDecoding.load().queued).toBe(1)
  for (let count = 0; count < 3; count += 1) expect((await send()).status).toBe(409)
  for (const release of others) release()
  expect((await first).status).toBe(200)
  // Its answer may be lost again and again.
  for (let count = 0; count < 3; count += 1) expect((await send(key)).status).toBe(200)
  // Before the payment, another card takes the place of the first.
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
  expect((await send(key)).status).toBe(200)
  await apart.close()
})

test('A file that was received is handled, however many requests hold all permits meanwhile', async () => {
  const { member, token } = await applicant()
  const sent = upload(token, largeForm(member.email))
  await expect.poll(sent.isRead).toBe(true)
  const others = await Promise.all(Array.from({ length: 64 }, () => runAsSystem(limiters.requests.acquire)))
  sent.end()
  expect((await sent.answered).status).toBe(200)
  for (const release of others) release()
})

test('So many files are received at once, however slowly: who comes then is told when to come back', async () => {
  const applicants = await Promise.all(Array.from({ length: 8 }, () => applicant()))
  const late = await applicant()
  const uploads = applicants.map(({ member, token }) => upload(token, largeForm(member.email)))
  await expect.poll(() => uploads.filter(({ isRead }) => isRead()).length).toBe(8)
  const others = await Promise.all(Array.from({ length: 256 - 8 }, () => runAsSystem(limiters.uploads.acquire)))
  const refused = await late.send({ _student_card_base64: largeCard })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(api.errors.splice(0)).toEqual([expect.stringContaining('overloaded')])
  // Without a large file nobody is refused.
  const { send } = await applicant()
  expect((await send()).status).toBe(200)
  for (const leave of others) leave()
  expect((await late.send({ _student_card_base64: largeCard })).status).toBe(200)
  for (const { end } of uploads) end()
  for (const { answered } of uploads) expect((await answered).status).toBe(200)
})

test('Only a file that declares its size may be more than 64 kB, and only here', async () => {
  const { member, token, send } = await applicant()
  const long = { guardian_name: 'x'.repeat(64 * 1024) }
  const undeclared = await api.call(endpoints.updateProfile, youthForm(member, long), { token })
  expect(undeclared.status).toBe(413)
  expect((await send({ _student_card_base64: 'A'.repeat(12 * megabyte) })).status).toBe(413)
  // Many values are no file, nor is room for them beside one.
  const many = { interest_id: Array.from({ length: 40_000 }, () => 'x') }
  expect((await send({ ...many, _student_card_base64: pdfOfSize(100_000).toString('base64') })).status).toBe(413)
  const body = { interest_id: ['x'.repeat(64 * 1024)] }
  const headers = { 'Content-Length': String(JSON.stringify(body).length) }
  expect((await api.call(endpoints.interests, body, { token, headers })).status).toBe(413)
})

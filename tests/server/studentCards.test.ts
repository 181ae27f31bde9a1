import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import sharp from 'sharp'
import { demoStudentCard } from '#server/seed/studentCard.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import {
  openStudentCard,
  readCardText,
  readStudentCard,
  saveStudentCard,
} from '#server/services/membership/studentCards.ts'
import {
  decideApplication,
  lapseApplications,
  moveApplication,
  readYouthStatus,
} from '#server/services/membership/youth.ts'
import { placeOrder } from '#server/services/payments/orders.ts'
import { readSealingKeys, type SealingKeys } from '#server/sealing/sealingKeys.ts'
import { forgetUnprovedProfile } from '#server/store/members/emptyProfile.ts'
import { purgeStudentCards } from '#server/store/members/studentCards.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { pdfOf } from '#tests/support/ticketDocuments.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let keys: SealingKeys
beforeAll(async () => {
  api = await testApi()
  keys = await readSealingKeys(api.dataDir)
})
afterAll(() => api.close())

const dayMs = 86_400_000
const pdf = Buffer.from('%PDF-1.7 Chan Wing Yan, class 4B')
const pdfOfSize = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length)])
const asDataUrl = `data:text/html;base64,${pdf.toString('base64')}`

async function store({ id }: TestMember, now = new Date()): Promise<void> {
  const card = await readCardText(asDataUrl)
  if (typeof card === 'string') throw new Error(`The card is ${card}`)
  const saving = { readKeys: api.dependencies.sealingKeys, now }
  await inTransaction(api.serverDb, (transaction) => saveStudentCard(transaction, { ...card, memberId: id }, saving))
}

const rowsOf = ({ id }: TestMember) =>
  api.db.selectFrom('student_cards').selectAll().where('member_id', '=', id).execute()

test('A card is read by its content: pictures and PDFs of up to 5 MB, and nothing else', async () => {
  expect(await readCardText(asDataUrl)).toMatchObject({ type: 'application/pdf' })
  expect(await readStudentCard(pdfOfSize(5 * 1024 * 1024))).toMatchObject({ type: 'application/pdf' })
  expect(await readStudentCard(pdfOfSize(5 * 1024 * 1024 + 1))).toBe('too_large')
  expect(await readStudentCard(Buffer.alloc(0))).toBe('missing')
  expect(await readCardText('')).toBe('missing')
  expect(await readCardText('data:application/pdf;base64,')).toBe('missing')
  const html = `data:application/pdf;base64,${Buffer.from('<html>').toString('base64')}`
  for (const text of [html, 'no base64!', '=', '🎻'])
    expect([text, await readCardText(text)]).toEqual([text, 'invalid'])
})

test('A PDF is stored as it is, whatever is in it: nothing of it is read but its beginning', async () => {
  const page = [null]
  const taken = [
    pdfOf(page, { encryption: 'password' }),
    pdfOf(page, { encryption: 'restrictions' }),
    pdfOf(page),
    new Blob(['%PDF-1.7 /Encrypt', new Uint8Array(5_000_000)]),
  ]
  for (const file of taken) {
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(await readStudentCard(bytes)).toEqual({ type: 'application/pdf', bytes })
  }
})

/** Looks at a picture, and again where the machine had no time for it, as its sender is told to do. */
async function look(bytes: Buffer) {
  for (;;) {
    const card = await readStudentCard(bytes)
    if (card !== 'busy') return card
  }
}

test('A picture that cannot be looked at is refused: cut off, broken, or larger than a camera takes, or of another kind', async () => {
  const { bytes: whole } = await demoStudentCard()
  expect(await look(whole)).toMatchObject({ type: 'image/png' })
  const jpeg = await sharp(whole).jpeg().toBuffer()
  const webp = await sharp(whole).webp().toBuffer()
  for (const picture of [jpeg, webp]) expect(await look(picture)).toMatchObject({ bytes: picture })
  const blank = { channels: 3, background: '#fff' } as const
  const blankOf = (width: number, height: number) =>
    sharp({ create: { ...blank, width, height }, limitInputPixels: false })
  expect(await look(await blankOf(8000, 5000).png().toBuffer())).toMatchObject({ type: 'image/png' })
  const refused = [
    ...[whole, jpeg, webp].flatMap((picture) => [
      picture.subarray(0, 40),
      picture.subarray(0, Math.floor(picture.length / 2)),
    ]),
    // By their heads: as a whole, 40 megapixels; interlaced, 10; with more or larger channels, fewer.
    await blankOf(8000, 5001).png().toBuffer(),
    await blankOf(16_000, 16_000).png().toBuffer(),
    await blankOf(4000, 2501).png({ progressive: true }).toBuffer(),
    await blankOf(4000, 2501).jpeg({ progressive: true }).toBuffer(),
    await blankOf(6000, 5000).toColourspace('rgb16').png().toBuffer(),
    await blankOf(8000, 5000).ensureAlpha().png().toBuffer(),
    await blankOf(3000, 3000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    // What other decoders would open.
    await blankOf(64, 64).gif().toBuffer(),
    await blankOf(64, 64).avif().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  ]
  for (const bytes of refused) expect(await look(bytes)).toBe('invalid')
})

test('A stored card is encrypted, belongs to its member, and opens with the key of the installation only', async () => {
  const [member, other] = [await newMember(api.db), await newMember(api.db)]
  await store(member)
  const [row] = await rowsOf(member)
  expect(row?.sealed.includes('Chan Wing Yan')).toBe(false)
  const opened = await openStudentCard(asStaff(api.serverDb), member.id, keys)
  expect(opened).toEqual({ kind: 'opened', card: { type: 'application/pdf', bytes: pdf } })
  expect(await openStudentCard(asStaff(api.serverDb), member.id, [Buffer.alloc(32)])).toEqual({
    kind: 'other_key',
  })
  expect(await openStudentCard(asStaff(api.serverDb), other.id, keys)).toEqual({ kind: 'none' })
  await api.db.updateTable('student_cards').set({ member_id: other.id }).where('member_id', '=', member.id).execute()
  await expect(openStudentCard(asStaff(api.serverDb), other.id, keys)).rejects.toThrow('unable to authenticate')
})

test('A second card replaces the first, and no member sees any', async () => {
  const member = await newMember(api.db)
  await store(member)
  await store(member)
  expect(await rowsOf(member)).toHaveLength(1)
  const { body } = await api.call(endpoints.me, {}, { token: await api.signIn(member.id) })
  expect(JSON.stringify(body)).not.toMatch(/card_base64|sealed|media_type/)
})

test('A card is deleted a month after the decision, and half a year after it was sent at the latest', async () => {
  const [decided, open] = [await newMember(api.db), await newMember(api.db)]
  const now = new Date()
  const after = (days: number) => new Date(now.getTime() + days * dayMs)
  for (const member of [decided, open]) {
    await store(member, now)
    await api.db.updateTable('members').set({ ya_status: 'Pending Approval' }).where('id', '=', member.id).execute()
  }
  const notify = memberMails({ smtpUrl: null })
  const decision = { event: 'approved' } as const
  await decideApplication(asStaff(api.serverDb), { memberId: decided.id, decision, now, notify })
  await purgeStudentCards(api.serverDb, after(29))
  expect([await rowsOf(decided), await rowsOf(open)].map(({ length }) => length)).toEqual([1, 1])
  await purgeStudentCards(api.serverDb, after(31))
  expect([await rowsOf(decided), await rowsOf(open)].map(({ length }) => length)).toEqual([0, 1])
  await purgeStudentCards(api.serverDb, after(181))
  expect(await rowsOf(open)).toEqual([])
})

test('An application that nobody has paid ends before its card, so that nobody pays for what cannot be decided; one that is paid has half a year from then', async () => {
  const [unpaid, paid] = [await newMember(api.db), await newMember(api.db)]
  const now = new Date()
  const after = (days: number) => new Date(now.getTime() + days * dayMs)
  const statusOf = ({ id }: TestMember) => readYouthStatus(api.db, id, after(181))
  for (const member of [unpaid, paid]) {
    await store(member, now)
    await api.db.updateTable('members').set({ ya_status: 'Pending Payment' }).where('id', '=', member.id).execute()
  }
  const event = { event: 'paid', now: after(170) } as const
  await inTransaction(api.serverDb, (transaction) => moveApplication(transaction, paid.id, event))
  await lapseApplications(api.serverDb, after(179))
  expect([await statusOf(unpaid), await statusOf(paid)]).toEqual(['Pending Payment', 'Pending Approval'])
  // Whatever keeps it from lapsing, what can still be paid has its card.
  await purgeStudentCards(api.serverDb, after(181))
  expect([await rowsOf(unpaid), await rowsOf(paid)].map(({ length }) => length)).toEqual([1, 1])
  expect(await lapseApplications(api.serverDb, after(181))).toEqual({ failures: [] })
  expect([await statusOf(unpaid), await statusOf(paid)]).toEqual(['N/A', 'Pending Approval'])
  await purgeStudentCards(api.serverDb, after(181))
  expect([await rowsOf(unpaid), await rowsOf(paid)].map(({ length }) => length)).toEqual([0, 1])
  const terms = { amount: 300, currency: '344', merchantId: '1' }
  const order = { memberId: unpaid.id, purpose: 'youth', terms, minutes: 60, now: after(181) } as const
  expect(await placeOrder(api.serverDb, order)).toEqual({ kind: 'not_awaited' })
})

test('Whoever proves the address of an account that another person has applied with has neither card nor application', async () => {
  for (const ya_status of ['Pending Payment', 'Pending Approval']) {
    const member = await newMember(api.db, { verified: false })
    await store(member)
    const own = api.db.updateTable('members').where('id', '=', member.id)
    const { provider_subject: subject } = await own
      .set({ ya_status })
      .returning('provider_subject')
      .executeTakeFirstOrThrow()
    await inTransaction(api.serverDb, (transaction) => forgetUnprovedProfile(transaction, subject))
    expect([await rowsOf(member), await readYouthStatus(api.db, member.id, new Date())]).toEqual([[], 'N/A'])
  }
})

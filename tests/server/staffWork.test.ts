import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { rejections } from '#contract/staff/applications.ts'
import { audit } from '#server/services/audit.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { newReference } from '#server/services/codes.ts'
import { saveStudentCard } from '#server/services/membership/studentCards.ts'
import { moveApplication } from '#server/services/membership/youth.ts'
import { takePoints } from '#server/services/points/points.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type SignedInStaff, signedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { addApplicant, addRedeemer } from '#tests/support/staffPages.ts'
import { cardPdf } from '#tests/support/youngApplicant.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('owner')

const actsOn = (memberId: string) => findActs({ member_id: memberId })

const pdf = { type: 'application/pdf', bytes: cardPdf } as const
const applicant = (own: Record<string, unknown> = {}) =>
  addApplicant({ db: api.db, server: { dataDir: api.dataDir } }, pdf, own)
/** Whom a search finds, and whether they are only called nearly so. */
async function search(text: string): Promise<{ ids: string[]; isNear: boolean }> {
  const { members, isNear } = await staff.call(endpoints.searchMembers, { text }, ada)
  return { ids: members.map((one) => one.id), isNear }
}
const redeemer = (delivery: 'Mail' | 'Email', expiresAt: Date | null = null) => addRedeemer(api.db, delivery, expiresAt)

test('Members are found by a part of the name in any script, mobile, email address or number, at most 20', async () => {
  const own = { first_name: 'Siu Ming', last_name: 'Quong', chinese_name: '鄺小明', country_code: '852' }
  const { id, email } = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ ...own, mobile: '91827364', member_no: 'Q-4711' })
    .where('id', '=', id)
    .execute()
  for (const text of ['quong', 'ming quo', '小明', '鄺', email.toUpperCase(), 'q-4711', '9182 7364', '+852 91827364'])
    expect([text, (await search(text)).ids]).toEqual([text, [id]])
  expect((await search('quong%')).ids).toEqual([])
  expect((await search('_uong')).ids).toEqual([])
  expect((await search('(quong')).ids).toEqual([])
  for (let more = 0; more < 21; more += 1) {
    const other = await newMember(api.db)
    await api.db.updateTable('members').set({ last_name: 'Manyfold' }).where('id', '=', other.id).execute()
  }
  const many = await staff.call(endpoints.searchMembers, { text: 'manyfold' }, ada)
  expect([many.members.length, many.hasMore]).toEqual([20, true])
  expect((await staff.send(endpoints.searchMembers, { text: ' ' }, { cookie: ada.cookie })).status).toBe(422)
})

test('A search forgives a slip of the hand and either kind of Chinese characters, and says when it is not exact', async () => {
  const { id } = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ first_name: 'Pui Shan', last_name: 'Szeto', chinese_name: '司徒佩珊陳' })
    .where('id', '=', id)
    .execute()
  for (const text of ['szeto', '佩珊陈', 'ｓｚｅｔｏ'])
    expect([text, await search(text)]).toEqual([text, { ids: [id], isNear: false }])
  // Swapped, missing, one too many, another one; the other word is right.
  for (const text of ['sezto', 'szto', 'szetto', 'szato pui', 'zseto'])
    expect([text, await search(text)]).toEqual([text, { ids: [id], isNear: true }])
  expect(await search('zzeeto')).toEqual({ ids: [], isNear: true })
})

test('A member is found by the reference of what is theirs, however it is written', async () => {
  const { id, refNo, code } = await redeemer('Email')
  for (const text of [refNo, refNo.toLowerCase(), refNo.replaceAll('-', ' '), code, code.replaceAll('-', '')])
    expect([text, await search(text)]).toEqual([text, { ids: [id], isNear: false }])
  expect((await search(`${refNo}1`)).ids).toEqual([])
})

test('Points are given and taken after a preview, once for the same words, and the books name who did it', async () => {
  const { id } = await newMember(api.db)
  const give = { memberId: id, kind: 'grant', points: 300, type: 'Bulk Import', reason: 'The hall was cold' } as const
  const preview = await staff.call(endpoints.adjustPoints, { ...give, isDryRun: true }, ada)
  expect(preview).toMatchObject({ kind: 'adjusted', before: 0, after: 300 })
  expect(await actsOn(id)).toEqual([])
  const both = await Promise.all(
    [ada, bo].map((who) => staff.call(endpoints.adjustPoints, { ...give, isDryRun: false }, who)),
  )
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['adjusted', 'repeated'])
  const take = { memberId: id, kind: 'revoke', points: 301, type: 'Bulk Import', reason: 'Given twice' } as const
  const taken = await staff.call(endpoints.adjustPoints, { ...take, isDryRun: false }, ada)
  expect(taken).toEqual({ kind: 'short', available: 300 })
  const { books } = await staff.call(endpoints.memberBooks, { memberId: id }, ada)
  expect(books).toMatchObject({ points: 300, differences: [] })
  const doer = both[0]?.kind === 'adjusted' ? ada : bo
  const acts = (kind: 'act' | 'look') => staff.call(endpoints.memberTimeline, { memberId: id, kind }, ada)
  expect((await acts('look')).items).toMatchObject([{ by: ada.email, role: 'owner', action: 'member_read' }])
  expect((await acts('act')).items).toMatchObject([
    { by: doer.email, role: 'owner', action: 'points_grant', reason: give.reason },
  ])
})

/** Decides by the card that there is. */
async function decide(
  memberId: string,
  decision: RequestOf<typeof endpoints.decideApplication>['decision'],
  who = ada,
) {
  const { application } = await staff.call(endpoints.getApplication, { memberId }, who)
  const card = application?.card?.storedAt ?? null
  return staff.call(endpoints.decideApplication, { memberId, card, decision }, who)
}

test('Of two people who decide one application, the second is told by whom and when', async () => {
  const { id, email } = await applicant({ preferred_lang: 'tc' })
  const queue = async () => (await staff.call(endpoints.listApplications, {}, ada)).applications
  expect((await queue()).map(({ memberId }) => memberId)).toContain(id)
  const { application } = await staff.call(endpoints.getApplication, { memberId: id }, ada)
  const card = application?.card?.storedAt ?? null
  const approve = { memberId: id, card, decision: { event: 'approved' } } as const
  const reject = { memberId: id, card, decision: { event: 'rejected', reason: { prepared: 'unreadable' } } } as const
  const answers = await Promise.all([
    staff.call(endpoints.decideApplication, approve, ada),
    staff.call(endpoints.decideApplication, reject, bo),
  ])
  const [first, second] = answers[0].kind === 'decided' ? [ada, answers[1]] : [bo, answers[0]]
  expect(second).toMatchObject({ kind: 'refused', decision: { by: first.email, at: expect.any(String) } })
  expect((await actsOn(id)).map(({ actor }) => actor)).toEqual([`staff:${first.sub}`])
  expect((await queue()).map(({ memberId }) => memberId)).not.toContain(id)
  expect(await readMails(api, email)).toHaveLength(1)
})

test('A prepared reason reaches the member in their own language', async () => {
  for (const [preferred, reason] of [
    ['en', rejections.expired.en],
    ['tc', rejections.expired.tc],
  ] as const) {
    const { id, email } = await applicant({ preferred_lang: preferred, is_profile_completed: true })
    const decision = { event: 'rejected', reason: { prepared: 'expired' } } as const
    await decide(id, decision)
    const [mail] = await readMails(api, email)
    expect(mail?.text.replaceAll(/\s/g, '')).toContain(reason.replaceAll(/\s/g, ''))
  }
})

test('A student card is drawn, kept nowhere, and each look is recorded', async () => {
  const { id } = await applicant()
  for (const who of [ada, bo]) {
    const { status, headers, bytes } = await staff.send(endpoints.studentCard, { memberId: id }, { cookie: who.cookie })
    expect([status, bytes.equals(cardPdf)]).toEqual([200, true])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toBe('inline')
    expect(headers.get('content-security-policy')).toContain('sandbox')
  }
  const { application } = await staff.call(endpoints.getApplication, { memberId: id }, ada)
  expect(application?.looks.map(({ by }) => by)).toEqual([bo.email, ada.email])
  expect(application).toMatchObject({ status: 'Pending Approval', card: { isPdf: true }, decision: null })
})

test('Of two people who mark one parcel, one does, and the other is told', async () => {
  const { id, refNo } = await redeemer('Mail')
  const listed = await staff.call(endpoints.listParcels, { state: 'ordered' }, ada)
  expect(listed.parcels).toContainEqual(expect.objectContaining({ refNo, hasAddress: true }))
  const { labels } = await staff.call(endpoints.parcelLabels, { refNos: [refNo] }, ada)
  expect(labels.find((label) => label.refNo === refNo)?.lines).toEqual(['1 Pier Road', 'Central'])
  const mark = { refNos: [refNo, 'NONE'], state: 'sent' as const, tracking: null }
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.markParcels, mark, who)))
  const [one, other] = answers.map(({ marked }) => marked[0])
  const [done, refused] = one?.kind === 'marked' ? [ada, other] : [bo, one]
  expect(refused).toMatchObject({ kind: 'refused', state: 'sent', by: { by: done.email } })
  expect(answers[0]?.marked[1]).toEqual({ kind: 'unknown', refNo: 'NONE' })
  expect(await actsOn(id)).toMatchObject([{ action: 'parcels_export' }, { action: 'parcel_send' }])
})

test('Of two counters that take one voucher, one does, and the other is told; the mark can be taken back', async () => {
  const { id, code } = await redeemer('Email')
  const written = code.toLowerCase().replaceAll('-', ' ')
  const { members } = await staff.call(
    endpoints.searchMembers,
    { text: written },
    await signedInStaff(api, ['counter']),
  )
  expect(members.map((member) => member.id)).toEqual([id])
  const use = { code: written, isUsed: true, takesExpired: false }
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.markVoucher, use, who)))
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['marked', 'unchanged'])
  const marker = answers[0]?.kind === 'marked' ? ada : bo
  const seen = await staff.call(endpoints.counterMember, { memberId: id }, bo)
  expect(seen.found?.vouchers).toMatchObject([{ code, used: { by: marker.email } }])
  const undone = await staff.call(endpoints.markVoucher, { ...use, isUsed: false }, bo)
  expect(undone).toMatchObject({ kind: 'marked', voucher: { usedAt: null, used: null } })
  expect((await actsOn(id)).map(({ action }) => action)).toEqual(['voucher_use', 'voucher_unuse'])
  const late = await redeemer('Email', new Date('2025-01-01T00:00:00Z'))
  const expired = { code: late.code, isUsed: true, takesExpired: false }
  expect(await staff.call(endpoints.markVoucher, expired, ada)).toMatchObject({ kind: 'expired' })
  const taken = await staff.call(endpoints.markVoucher, { ...expired, takesExpired: true }, ada)
  expect(taken.kind).toBe('marked')
})

test('Of two people who note one refund, one does, and the other is told', async () => {
  const payRef = newPayRef()
  const received = { amount: '300.00', currency: '344', received_at: new Date() }
  const facts = { pay_ref: payRef, order_ref: null, given_ref: 'LOST', ...received }
  await api.db
    .insertInto('payments')
    .values({ ...facts, outcome: 'refund', refund_reason: 'unknown_order' })
    .execute()
  const { refunds } = await staff.call(endpoints.listRefunds, {}, ada)
  expect(refunds).toContainEqual(expect.objectContaining({ payRef, reason: 'unknown_order', refundedAt: null }))
  const note = { payRef, note: 'Gateway R-1' }
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.noteRefund, note, who)))
  const [one, other] = answers
  const [done, refused] = one?.kind === 'noted' ? [ada, other] : [bo, one]
  expect(refused).toMatchObject({ kind: 'refused', by: { by: done.email } })
})

test('Of the parcels that were sent the last ones come first: one that is returned is found', async () => {
  const [first, second] = [await redeemer('Mail'), await redeemer('Mail')]
  for (const { refNo } of [first, second])
    await staff.call(endpoints.markParcels, { refNos: [refNo], state: 'sent', tracking: null }, ada)
  const { parcels } = await staff.call(endpoints.listParcels, { state: 'sent' }, ada)
  expect(parcels.slice(0, 2).map(({ refNo }) => refNo)).toEqual([second.refNo, first.refNo])
})

test('What an application says of a family is read of none who has made no application', async () => {
  const { id } = await newMember(api.db)
  const guardian = { dob: '2010-01-02', guardian_name: 'Wong Siu Ming', guardian_mobile: '91234567' }
  await api.db.updateTable('members').set(guardian).where('id', '=', id).execute()
  expect(await staff.call(endpoints.getApplication, { memberId: id }, ada)).toEqual({ application: null })
})

test('Conversions are in one file that is marked as sent: whoever marks later has marked nothing', async () => {
  const { id } = await newMember(api.db)
  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 2000, at: new Date() }])
  const refNo = newReference()
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId: id, code: 'Asia Miles Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 1000)
    if (taken.kind === 'short') throw new Error('Too few points')
    const account = { membership_no: '1234567890', first_name: 'Siu', last_name: 'Quong' }
    const conversion = { transaction_id: taken.entryId, ref_no: refNo, miles: 250, ...account }
    await transaction.insertInto('miles_conversions').values(conversion).execute()
  })
  const { conversions } = await staff.call(endpoints.exportConversions, {}, ada)
  expect(conversions).toMatchObject([{ refNo, miles: 250, points: 1000, account: '1234567890' }])
  const answers = await Promise.all(
    [ada, bo].map((who) => staff.call(endpoints.markConversions, { refNos: [refNo] }, who)),
  )
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['marked', 'marked_meanwhile'])
  const first = answers[0]?.kind === 'marked' ? ada : bo
  expect(answers.find(({ kind }) => kind === 'marked_meanwhile')).toMatchObject({ by: { by: first.email } })
  expect(await staff.call(endpoints.countConversions, {}, ada)).toMatchObject({ count: 0, miles: 0 })
})

test('The log shows who did what, and only to owners', async () => {
  const { id, email } = await newMember(api.db)
  const give = { memberId: id, kind: 'grant', points: 5, type: 'Bulk Import', reason: 'For the log' } as const
  await staff.call(endpoints.adjustPoints, { ...give, isDryRun: false }, ada)
  const today = new Date(Date.now() + 8 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const ask = { member: email, by: 'staff', action: 'points_grant', from: today, until: today } as const
  const { acts } = await staff.call(endpoints.listActs, ask, bo)
  expect(acts).toMatchObject([
    { by: ada.email, role: 'owner', member: email, reason: give.reason, before: { points: 0 }, after: { points: 5 } },
  ])
  expect((await staff.call(endpoints.listActs, { ...ask, by: 'cli' }, bo)).acts).toEqual([])
  expect((await staff.call(endpoints.listActs, { member: 'nobody@club.test' }, bo)).acts).toEqual([])
  const { acts: latest } = await staff.call(endpoints.listActs, {}, bo)
  const last = latest.at(-1)?.id ?? ''
  const { acts: earlier } = await staff.call(endpoints.listActs, { before: last }, bo)
  expect(earlier.every(({ id: one }) => BigInt(one) < BigInt(last))).toBe(true)
})

test('Today counts what waits, for whom it is to do', async () => {
  await applicant()
  await redeemer('Mail')
  const all = await staff.call(endpoints.today, {}, ada)
  expect(all.applications?.count).toBeGreaterThan(0)
  expect(all.parcels?.count).toBeGreaterThan(0)
  const packer = await signedInStaff(api, ['fulfilment'])
  const own = await staff.call(endpoints.today, {}, packer)
  expect(own).toMatchObject({ applications: null, refunds: null, events: null, parcels: all.parcels, leftToDo: null })
  // Not before the club is open, and to an owner alone.
  expect((await staff.call(endpoints.today, {}, await signedInStaff(api, ['owner']))).leftToDo).toContain('backup')
})

test('After all this the books are sound, and every change has its act', async () => {
  const { differences } = await audit(api.serverDb)
  expect(differences.filter((one) => !one.startsWith('payment') && !one.startsWith('reward'))).toEqual([])
})

test('An application is decided by the card that was seen: another that has come since is looked at first', async () => {
  const { id } = await applicant()
  const seen = (await staff.call(endpoints.getApplication, { memberId: id }, ada)).application?.card?.storedAt ?? null
  await staff.call(
    endpoints.decideApplication,
    { memberId: id, card: seen, decision: { event: 'rejected', reason: { prepared: 'unreadable' } } },
    bo,
  )
  await inTransaction(api.db, async (transaction) => {
    const now = new Date(Date.now() + 1000)
    await moveApplication(transaction, id, { event: 'applied', now })
    await moveApplication(transaction, id, { event: 'paid', now })
    await saveStudentCard(transaction, { memberId: id, ...pdf }, { readKeys: () => readSealingKeys(api.dataDir), now })
  })
  const approve = { memberId: id, card: seen, decision: { event: 'approved' } } as const
  expect(await staff.call(endpoints.decideApplication, approve, ada)).toEqual({ kind: 'other_card' })
  expect(await decide(id, { event: 'approved' })).toMatchObject({ kind: 'decided', status: 'Approved' })
})

test('Nobody gives points to their own membership, takes its vouchers’ marks back, or approves it', async () => {
  const { id } = await applicant()
  const own = await signedInStaff(api, ['owner'])
  await api.db
    .updateTable('members')
    .set({ provider_issuer: 'built-in', provider_subject: own.sub })
    .where('id', '=', id)
    .execute()
  const give = { memberId: id, kind: 'grant', points: 300, type: 'Bulk Import', reason: 'For myself' } as const
  const refusal = { status: 403, body: { refusal: 'own_member' } }
  const asOwn = { cookie: own.cookie }
  expect(await staff.send(endpoints.adjustPoints, { ...give, isDryRun: false }, asOwn)).toMatchObject(refusal)
  const { application } = await staff.call(endpoints.getApplication, { memberId: id }, own)
  const approve = { memberId: id, card: application?.card?.storedAt ?? null, decision: { event: 'approved' } } as const
  expect(await staff.send(endpoints.decideApplication, approve, asOwn)).toMatchObject(refusal)
  expect(await actsOn(id)).toEqual([])
  expect(await staff.call(endpoints.adjustPoints, { ...give, isDryRun: false }, ada)).toMatchObject({
    kind: 'adjusted',
    before: 0,
  })
})

test('A mark is taken back by whoever made it, for an hour; by others with a right of their own', async () => {
  const { id, code } = await redeemer('Email')
  const [marker, other] = [await signedInStaff(api, ['counter']), await signedInStaff(api, ['counter'])]
  const mark = (isUsed: boolean, who: SignedInStaff) =>
    staff.call(endpoints.markVoucher, { code, isUsed, takesExpired: false }, who)
  expect(await mark(true, marker)).toMatchObject({ kind: 'marked' })
  expect(await mark(false, other)).toMatchObject({ kind: 'not_yours', voucher: { usedAt: expect.any(String) } })
  expect(await mark(false, marker)).toMatchObject({ kind: 'marked', voucher: { usedAt: null } })
  expect(await mark(true, marker)).toMatchObject({ kind: 'marked' })
  expect(await mark(false, ada)).toMatchObject({ kind: 'marked', voucher: { usedAt: null } })
  expect((await actsOn(id)).map(({ action }) => action)).toEqual([
    'voucher_use',
    'voucher_unuse',
    'voucher_use',
    'voucher_unuse',
  ])
})

test('A voucher’s code is read only by who may mark it', async () => {
  const { id, code } = await redeemer('Email')
  for (const [role, shown] of [
    ['box_office', null],
    ['supervisor', null],
    ['counter', code],
  ] as const) {
    const { found } = await staff.call(endpoints.counterMember, { memberId: id }, await signedInStaff(api, [role]))
    expect([role, found?.vouchers.map((voucher) => voucher.code)]).toEqual([role, [shown]])
  }
})

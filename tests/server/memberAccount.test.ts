import { expect, test } from 'vitest'
import { recordOf } from '#contract/keysOf.ts'
import { endpoints } from '#contract/index.ts'
import { contactTexts } from '#contract/staff/members.ts'
import { completeDueClosures } from '#server/account/accountClosures.ts'
import { reopenableMs } from '#server/store/members/accountClosures.ts'
import { memberDataJson } from '#server/store/members/memberExport.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signedInStaff, type SignedInStaff, staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('membership', 'owner')
const reason = 'Told at the counter'

const storedOf = (id: string) => api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const sendProof = (memberId: string) => staff.call(endpoints.resendMail, { memberId, mail: null, reason }, ada)

async function exportOf(memberId: string): Promise<string> {
  return inSnapshot(api.serverDb, async (snapshot) => {
    let text = ''
    for await (const piece of memberDataJson(snapshot, memberId)) text += piece
    return text
  })
}

const empty = { ...recordOf(contactTexts, () => ''), country_code: '852', receive_email_promotion: false }

test('Contact details are corrected once by two people; the member reads why, and the log and the mail name no value', async () => {
  const { id, email } = await newMember(api.db)
  await api.db.updateTable('members').set({ mobile: '91234567', dob: '1991-05-01' }).where('id', '=', id).execute()
  const from = { ...empty, mobile: '91234567', dob: '1991-05-01' }
  const { books } = await staff.call(endpoints.memberBooks, { memberId: id }, ada)
  expect(books?.contact).toEqual({ ...from, receive_email_promotion: books?.contact.receive_email_promotion })
  const seen = books?.contact ?? from
  const to = { ...seen, mobile: '9876 5432', road_or_street: ' 1  Pier Road', dob: '' }
  const correct = (who: SignedInStaff) =>
    staff.call(endpoints.correctContact, { memberId: id, from: seen, to, reason }, who)
  const answers = await Promise.all([correct(ada), correct(bo)])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'corrected'])
  expect(await storedOf(id)).toMatchObject({ mobile: '98765432', road_or_street: '1 Pier Road', dob: '1991-05-01' })
  const told = await lastMailTo(api, email)
  expect(told).toContain('mobile number, address')
  expect(told).not.toContain('98765432')
  expect(await findActs({ member_id: id })).toMatchObject([
    { action: 'contact_correct', before: null, after: { fields: ['mobile', 'address'] }, reason },
  ])
  const token = await api.signIn(id)
  expect((await api.call(endpoints.toldActs, {}, { token })).body).toMatchObject({
    acts: expect.arrayContaining([expect.objectContaining({ action: 'contact_correct', reason })]),
  })
})

test('Contact details in a wrong form, an unknown country and those of a closed account are not corrected', async () => {
  const { id } = await newMember(api.db)
  const { books } = await staff.call(endpoints.memberBooks, { memberId: id }, ada)
  const from = books?.contact ?? empty
  for (const wrong of [{ mobile: 'none' }, { dob: '1991-13-01' }, { district: '\u0007' }, { country_code: '' }]) {
    const request = { memberId: id, from, to: { ...from, ...wrong }, reason }
    const { status } = await staff.send(endpoints.correctContact, request, { cookie: ada.cookie })
    expect([wrong, status]).toEqual([wrong, 422])
  }
  const correct = (to: typeof from) => staff.call(endpoints.correctContact, { memberId: id, from, to, reason }, ada)
  expect(await correct({ ...from, country: 'nowhere' })).toEqual({ kind: 'unknown_country' })
  expect(await correct(from)).toEqual({ kind: 'unchanged' })
  await api.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
  expect(await correct({ ...from, floor: '3' })).toEqual({ kind: 'closed' })
  expect(await findActs({ member_id: id })).toEqual([])
})

test('A note is read by staff and in the download alone, removed by its writer or an owner, and goes with the account', async () => {
  const { id, email } = await newMember(api.db)
  const note = (text: string, who = ada) => staff.call(endpoints.addNote, { memberId: id, text }, who)
  const notes = async (who = ada) => (await staff.call(endpoints.memberBooks, { memberId: id }, who)).books?.notes ?? []
  expect(await note('  Prefers the stalls  ')).toEqual({ kind: 'added' })
  expect(await note('Of the owner', bo)).toEqual({ kind: 'added' })
  expect(await notes()).toMatchObject([
    { text: 'Of the owner', by: bo.email, isRemovable: false },
    { text: 'Prefers the stalls', by: ada.email, isRemovable: true },
  ])
  const token = await api.signIn(id)
  expect(JSON.stringify((await api.call(endpoints.toldActs, {}, { token })).body)).not.toContain('stalls')
  expect(await exportOf(id)).toContain('Prefers the stalls')
  const [ofOwner, own] = await notes()
  const remove = (noteId = '', who = ada) => staff.call(endpoints.removeNote, { noteId }, who)
  expect(await remove(ofOwner?.id)).toEqual({ kind: 'others' })
  const both = await Promise.all([remove(own?.id), remove(own?.id, bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['removed', 'unknown'])
  expect((await findActs({ member_id: id })).map(({ action, after }) => [action, after])).toEqual([
    ['note_add', null],
    ['note_add', null],
    ['note_remove', null],
  ])
  await staff.call(endpoints.closeAccountOf, { memberId: id, isClosed: true, reason }, ada)
  expect(await note('Too late')).toEqual({ kind: 'closed' })
  expect(await lastMailTo(api, email)).toContain('Our staff have closed your Club Bravo account')
  await completeDueClosures(asStaff(api.serverDb), new Date(Date.now() + reopenableMs + 1000))
  expect(await notes()).toEqual([])
})

test('An account is closed once by two people, its member is signed out, and staff reopen it until its data is gone', async () => {
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  const close = (isClosed: boolean, who = ada) =>
    staff.call(endpoints.closeAccountOf, { memberId: id, isClosed, reason }, who)
  const both = await Promise.all([close(true), close(true, bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['closed', 'unchanged'])
  expect((await api.call(endpoints.toldActs, {}, { token })).status).toBe(403)
  const { books } = await staff.call(endpoints.memberBooks, { memberId: id }, ada)
  expect(Date.parse(books?.reopenableUntil ?? '')).toBeGreaterThan(Date.now())
  expect(await close(false)).toEqual({ kind: 'reopened' })
  expect(await close(false)).toEqual({ kind: 'unchanged' })
  expect((await findActs({ member_id: id })).map((act) => [act.action, act.reason])).toEqual([
    ['account_close', reason],
    ['closure_undo', reason],
  ])
  await close(true)
  await completeDueClosures(asStaff(api.serverDb), new Date(Date.now() + reopenableMs + 1000))
  expect(await close(false)).toEqual({ kind: 'unchanged' })
  expect(await storedOf(id)).toMatchObject({ active: false })
})

test('Nobody closes their own account as staff', async () => {
  const own = { memberId: '', isClosed: true, reason }
  const { id } = await newMember(api.db)
  await api.db.updateTable('members').set({ provider_subject: ada.sub }).where('id', '=', id).execute()
  const refused = await staff.send(endpoints.closeAccountOf, { ...own, memberId: id }, { cookie: ada.cookie })
  expect(refused).toMatchObject({ status: 403, body: { refusal: 'own_member' } })
  expect(await storedOf(id)).toMatchObject({ active: true })
})

test('Membership closes no account of somebody on the staff, and an owner does', async () => {
  const steward = await signedInStaff(api, ['steward'])
  const { id } = await newMember(api.db)
  await api.db.updateTable('members').set({ provider_subject: steward.sub }).where('id', '=', id).execute()
  const close = (who: SignedInStaff) =>
    staff.call(endpoints.closeAccountOf, { memberId: id, isClosed: true, reason }, who)
  expect(await close(ada)).toEqual({ kind: 'on_staff' })
  expect(await storedOf(id)).toMatchObject({ active: true })
  expect(await findActs({ member_id: id })).toEqual([])
  expect(await close(bo)).toEqual({ kind: 'closed' })
})

test('A member whose account staff close reads why in the mail, which does not say that they asked for it', async () => {
  const { id, email } = await newMember(api.db)
  await staff.call(endpoints.closeAccountOf, { memberId: id, isClosed: true, reason }, ada)
  const told = await lastMailTo(api, email)
  expect(told).toContain(reason)
  expect(told).not.toContain('as you asked')
})

test('The link that proves an address is not sent again to a member of another provider, nor more than an hour allows', async () => {
  const other = await newMember(api.db, { verified: false })
  const elsewhere = { provider_issuer: 'https://elsewhere.example' }
  await api.db.updateTable('members').set(elsewhere).where('id', '=', other.id).execute()
  expect(await sendProof(other.id)).toEqual({ kind: 'elsewhere' })
  expect(await findActs({ member_id: other.id })).toEqual([])
  const { id } = await newMember(api.db, { verified: false })
  const answers = []
  for (let times = 0; times < 22; times += 1) answers.push((await sendProof(id)).kind)
  expect([answers[0], answers.at(-1)]).toEqual(['queued', 'too_many'])
  expect(await findActs({ member_id: id })).toHaveLength(answers.filter((kind) => kind === 'queued').length)
})

test('Every sign-in of a member ends at once, with an act that the member reads', async () => {
  const { id } = await newMember(api.db)
  const tokens = [await api.signIn(id), await api.signIn(id)]
  const end = () => staff.call(endpoints.endMemberSignIns, { memberId: id, reason }, ada)
  expect(await end()).toEqual({ kind: 'ended', count: 2 })
  for (const token of tokens) expect((await api.call(endpoints.toldActs, {}, { token })).status).toBe(401)
  expect(await end()).toEqual({ kind: 'none' })
  expect(await findActs({ member_id: id })).toMatchObject([{ action: 'sign_ins_end', after: { sign_ins: 2 }, reason }])
})

test('A mail is sent again to the present address, one with a secret is not, and one that failed is tried again', async () => {
  const { id, email } = await newMember(api.db)
  const send = (mail: string | null) => staff.call(endpoints.resendMail, { memberId: id, mail, reason }, ada)
  const mails = () =>
    api.db
      .selectFrom('mailbox')
      .select(['id', 'kind', 'due_at', 'failed_at'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()
  const sent = (kind: string, facts: object | null) =>
    api.db
      .insertInto('sent_mails')
      .values({
        kind,
        facts: facts && JSON.stringify(facts),
        recipient: email,
        member_id: id,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const { id: again } = await sent('member_suspended', { reason: 'A mistake' })
  expect(await send(`sent ${again}`)).toEqual({ kind: 'queued' })
  expect(await mails()).toMatchObject([{ kind: 'member_suspended', due_at: expect.any(Date) }])
  const { id: secret } = await sent('password_forgotten', null)
  expect(await send(`sent ${secret}`)).toEqual({ kind: 'refused' })
  const failed = { kind: 'password_changed', facts: '{}', recipient: email, language: 'en', failed_at: new Date() }
  const { id: failing } = await api.db.insertInto('mailbox').values(failed).returning('id').executeTakeFirstOrThrow()
  expect(await send(`mail ${failing}`)).toEqual({ kind: 'queued' })
  expect(await mails()).toMatchObject([{}, { id: failing, due_at: expect.any(Date), failed_at: null }])
  const other = await newMember(api.db)
  const ofOther = { memberId: other.id, mail: `mail ${failing}`, reason }
  expect(await staff.call(endpoints.resendMail, ofOther, ada)).toEqual({ kind: 'unknown' })
  expect(await send(null)).toEqual({ kind: 'verified' })
  expect((await findActs({ member_id: id })).map(({ action, after }) => [action, after])).toEqual([
    ['mail_resend', { mail: 'member_suspended' }],
    ['mail_resend', { mail: 'password_changed' }],
  ])
  const unproved = await newMember(api.db, { verified: false })
  expect(await staff.call(endpoints.resendMail, { memberId: unproved.id, mail: null, reason }, ada)).toEqual({
    kind: 'queued',
  })
  expect(await lastMailTo(api, unproved.email)).toContain('Open the link to confirm')
})

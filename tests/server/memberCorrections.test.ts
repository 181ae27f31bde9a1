import { expect, test } from 'vitest'
import { changeEmail, confirmEmail, verifyEmailCode } from '#contract/member/email.ts'
import { forgotPassword, resetPassword } from '#contract/member/password.ts'
import { toldActs } from '#contract/member/toldActs.ts'
import { endpoints } from '#contract/index.ts'
import { duringChange } from '#tests/support/duringChange.ts'
import { codeIn, lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('membership', 'owner')

let made = 0
const newAddress = () => `right-${process.pid}-${(made += 1)}@club.example`
const reason = 'A typo, told at the counter'

async function named(own = { first_name: 'Siu Mign', last_name: 'Chan', chinese_name: '陳小名' }) {
  const member = await newMember(api.db)
  await api.db.updateTable('members').set(own).where('id', '=', member.id).execute()
  const { books } = await staff.call(endpoints.memberBooks, { memberId: member.id }, ada)
  if (!books) throw new Error('A member without books')
  return { ...member, from: books.names }
}

const storedOf = (id: string) => api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const actsOn = (memberId: string) => findActs({ member_id: memberId })
const correctEmail = (memberId: string, from: string, to: string) =>
  staff.call(endpoints.correctEmail, { memberId, from, to, reason }, ada)

test('A name is corrected for a reason; the member gets a mail and reads the reason, and the log names no name', async () => {
  const { id, email, from } = await named()
  const to = { first_name: '  Siu  Ming ', last_name: 'Chan', chinese_name: '陳小明' }
  const before = await storedOf(id)
  expect(await staff.call(endpoints.correctName, { memberId: id, from, to, reason }, ada)).toEqual({
    kind: 'corrected',
  })
  expect(await storedOf(id)).toEqual({
    ...before,
    first_name: 'Siu Ming',
    chinese_name: '陳小明',
    search_text: expect.stringContaining('siu ming chan 陳小明'),
  })
  expect(await lastMailTo(api, email)).toContain('Siu Ming Chan 陳小明')
  expect(await actsOn(id)).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'name_correct', before: null, after: null, reason },
  ])
  const token = await api.signIn(id)
  expect((await api.call(toldActs, {}, { token })).body).toMatchObject({
    acts: [
      { action: 'name_correct', reason },
      { action: 'member_read', role: 'membership', reason: null },
    ],
  })
})

test('Of two people who correct one name, the second is told, and nothing is written over', async () => {
  const { id, from } = await named()
  const answers = await Promise.all(
    [ada, bo].map((who, index) =>
      staff.call(
        endpoints.correctName,
        { memberId: id, from, to: { ...from, first_name: index === 0 ? 'Siu Ming' : 'Siu Man' }, reason },
        who,
      ),
    ),
  )
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'corrected'])
  expect(await actsOn(id)).toHaveLength(1)
})

test('A name in the wrong script, without a last name or with markup is refused', async () => {
  const { id, from } = await named()
  for (const wrong of [{ first_name: '小明' }, { last_name: ' ' }, { chinese_name: 'Ming' }, { first_name: '<b>' }]) {
    const to = { ...from, ...wrong }
    const answer = await staff.send(endpoints.correctName, { memberId: id, from, to, reason }, { cookie: ada.cookie })
    expect([wrong, answer.status]).toEqual([wrong, 422])
  }
  expect(await actsOn(id)).toEqual([])
})

test('An address that nobody has verified is corrected: the old one is told, the new one gets a link that verifies it', async () => {
  const { id, email: old } = await newMember(api.db, { verified: false })
  await api.call(forgotPassword, { email: old })
  const reset = new URLSearchParams(new URL(linkIn(await lastMailTo(api, old))).hash.slice(1)).get('token') ?? ''
  const to = newAddress()
  expect(await correctEmail(id, old, ` ${to.toUpperCase()}`)).toEqual({ kind: 'corrected' })
  expect(await storedOf(id)).toMatchObject({ email: to, email_verified: false })
  const told = await lastMailTo(api, old)
  expect(told).toContain('had this email address by mistake')
  // Whoever reads the wrong address does not learn the right one.
  expect(told).not.toContain(to)
  const code = codeIn(await lastMailTo(api, to))
  const token = await api.signIn(id)
  expect((await api.call(verifyEmailCode, { code }, { token })).status).toBe(200)
  expect(await storedOf(id)).toMatchObject({ email: to, email_verified: true })
  // A stranger who reads the old address can do nothing with what came to it.
  const password = 'nine cellos and a flute'
  const choice = { token: reset, password, password_confirmation: password }
  expect((await api.call(resetPassword, choice)).status).toBe(422)
  expect(await actsOn(id)).toMatchObject([{ action: 'email_correct', before: null, after: null, reason }])
})

test('An address is not corrected that is verified, changed meanwhile, somebody else’s, or the same', async () => {
  const verified = await newMember(api.db)
  const other = await newMember(api.db, { verified: false })
  expect(await correctEmail(verified.id, verified.email, newAddress())).toEqual({ kind: 'verified' })
  expect(await correctEmail(other.id, verified.email, newAddress())).toEqual({ kind: 'changed' })
  expect(await correctEmail(other.id, other.email, verified.email)).toEqual({ kind: 'taken' })
  expect(await correctEmail(other.id, other.email, other.email)).toEqual({ kind: 'unchanged' })
  await api.db.updateTable('members').set({ active: false }).where('id', '=', other.id).execute()
  expect(await correctEmail(other.id, other.email, newAddress())).toEqual({ kind: 'closed' })
  for (const { id, email } of [verified, other]) {
    expect(await storedOf(id)).toMatchObject({ email })
    expect(await actsOn(id)).toEqual([])
  }
})

test('A correction that waits for another change of the address says what that has done, and writes over nothing', async () => {
  for (const { isMoved, isVerified, kind } of [
    { isMoved: true, isVerified: false, kind: 'changed' },
    { isMoved: true, isVerified: true, kind: 'changed' },
    { isMoved: false, isVerified: true, kind: 'verified' },
  ]) {
    const member = await newMember(api.db, { verified: false })
    const stored = { email: isMoved ? newAddress() : member.email, email_verified: isVerified }
    const answer = await duringChange(
      api.dataDir,
      async (transaction) => {
        for (const table of ['identity_accounts', 'members'] as const)
          await transaction.updateTable(table).set(stored).where('email', '=', member.email).execute()
      },
      () => correctEmail(member.id, member.email, newAddress()),
    )
    expect(answer).toEqual({ kind })
    expect(await storedOf(member.id)).toMatchObject(stored)
    expect(await actsOn(member.id)).toEqual([])
  }
})

test('Where the account alone is verified, its address and the member’s stay as they are', async () => {
  const { id, email } = await newMember(api.db, { verified: false })
  const account = api.db.updateTable('identity_accounts').set({ email_verified: true })
  await account.where('email', '=', email).execute()
  expect(await correctEmail(id, email, newAddress())).toEqual({ kind: 'verified' })
  expect(await storedOf(id)).toMatchObject({ email })
})

test('A change of the address that its member has asked for ends with the correction', async () => {
  const { id, email, password } = await newMember(api.db, { verified: false })
  const token = await api.signIn(id)
  const wanted = newAddress()
  await api.call(changeEmail, { email: wanted, current_password: password }, { token })
  const link = new URL(linkIn(await lastMailTo(api, wanted)))
  const to = newAddress()
  expect(await correctEmail(id, email, to)).toEqual({ kind: 'corrected' })
  const opened = await api.call(confirmEmail, { token: new URLSearchParams(link.hash.slice(1)).get('token') ?? '' })
  expect(opened.status).toBe(422)
  expect(await storedOf(id)).toMatchObject({ email: to })
})

import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { addressChangeHours } from '#contract/staff/members.ts'
import { makeDueChanges } from '#server/account/addressChanges.ts'
import { endChangeOfLink, isChangeLink } from '#server/store/identity/addressChanges.ts'
import { lastMailTo, linkIn, readMails } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('membership', 'owner')
const reason = 'The old provider has closed'
const proof = 'Passport at the counter, and the last three concerts'

let made = 0
const newAddress = () => `found-${process.pid}-${(made += 1)}@club.example`
const storedOf = (id: string) => api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const ask = (memberId: string, to: string, who = ada) =>
  staff.call(endpoints.askAddressChange, { memberId, to, proof, reason }, who)
const confirm = (changeId: string, who = bo) => staff.call(endpoints.confirmAddressChange, { changeId }, who)
const end = (changeId: string, who = ada) => staff.call(endpoints.endAddressChange, { changeId, reason }, who)
const changeOf = async (memberId: string, who = ada) =>
  (await staff.call(endpoints.memberBooks, { memberId }, who)).books?.addressChange ?? null
const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const runTask = (now = later(addressChangeHours + 1)) =>
  makeDueChanges(asStaff(api.serverDb), { now, addMail: api.dependencies.addMail })
const tokenIn = (mail: string) => new URL(linkIn(mail)).searchParams.get('token') ?? ''

/** A member whose change was asked for, and confirmed if that is said. */
async function changing(isConfirmed = true) {
  const member = await newMember(api.db)
  const to = newAddress()
  expect(await ask(member.id, to)).toEqual({ kind: 'asked' })
  const change = await changeOf(member.id)
  if (!change) throw new Error('A change was not shown')
  const confirmed = isConfirmed ? await confirm(change.id) : { kind: 'begun' }
  expect(confirmed).toMatchObject({ kind: 'begun' })
  return { ...member, to, changeId: change.id }
}

test('An address changes three days after a second person has confirmed it, and every sign-in ends', async () => {
  const { id, email, to, changeId } = await changing(false)
  const token = await api.signIn(id)
  expect(await staff.call(endpoints.today, {}, bo)).toMatchObject({ addressChanges: [{ memberId: id }] })
  expect(await staff.call(endpoints.today, {}, ada)).toMatchObject({ addressChanges: [] })
  expect(await confirm(changeId, ada)).toEqual({ kind: 'own' })
  expect(await readMails(api, email)).toEqual([])
  const both = await Promise.all([confirm(changeId), confirm(changeId)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['begun', 'confirmed'])
  expect(await changeOf(id)).toMatchObject({ to, proof, reason, by: ada.email, confirmedBy: bo.email, isOwn: true })
  for (const address of [email, to]) {
    expect(await readMails(api, address)).toHaveLength(1)
    expect(await lastMailTo(api, address)).toContain(to)
  }
  expect(await runTask(later(addressChangeHours - 1))).toEqual({ changed: 0, failures: [] })
  expect(await storedOf(id)).toMatchObject({ email })
  const runs = await Promise.all([runTask(), runTask()])
  expect(runs.map(({ changed }) => String(changed)).toSorted()).toEqual(['0', '1'])
  expect(await storedOf(id)).toMatchObject({ email: to, email_verified: true })
  expect((await api.call(endpoints.toldActs, {}, { token })).status).toBe(401)
  expect(await lastMailTo(api, email)).toContain('is now')
  expect(await changeOf(id)).toBeNull()
  expect((await findActs({ member_id: id })).map((act) => [act.action, act.reason])).toEqual([
    ['address_ask', reason],
    ['address_confirm', null],
    ['address_change', null],
  ])
})

test('Whoever reads either address ends the change by the link, once, without a sign-in', async () => {
  for (const which of ['email', 'to'] as const) {
    const member = await changing()
    const token = tokenIn(await lastMailTo(api, member[which]))
    expect(await isChangeLink(api.serverDb, token)).toBe(true)
    const ended = await Promise.all([1, 2].map(() => endChangeOfLink(api.serverDb, token, new Date())))
    expect(ended.map(String).toSorted()).toEqual(['false', 'true'])
    expect(await isChangeLink(api.serverDb, token)).toBe(false)
    expect((await runTask()).changed).toBe(0)
    expect(await storedOf(member.id)).toMatchObject({ email: member.email })
    const rows = await api.db
      .selectFrom('address_changes')
      .select('token_hash')
      .where('member_id', '=', member.id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  }
})

test('A change that is ended and due at one moment is either made or ended', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const member = await changing()
    const [ended, run] = await Promise.all([end(member.changeId), runTask()])
    const isMade = (await storedOf(member.id)).email === member.to
    expect([ended.kind, run.changed]).toEqual(isMade ? ['unknown', 1] : ['ended', 0])
    const actions = (await findActs({ member_id: member.id })).map(({ action }) => action)
    expect(actions.slice(2)).toEqual([isMade ? 'address_change' : 'address_end'])
  }
})

test('A change ends by itself where the account is closed, its address changed, or the new one somebody else’s by then', async () => {
  const closed = await changing()
  await staff.call(endpoints.closeAccountOf, { memberId: closed.id, isClosed: true, reason }, ada)
  const moved = await changing()
  const elsewhere = newAddress()
  for (const table of ['members', 'identity_accounts'] as const)
    await api.db.updateTable(table).set({ email: elsewhere }).where('email', '=', moved.email).execute()
  const taken = await changing()
  const other = await newMember(api.db)
  for (const table of ['members', 'identity_accounts'] as const)
    await api.db.updateTable(table).set({ email: taken.to }).where('email', '=', other.email).execute()
  expect(await runTask()).toEqual({ changed: 0, failures: [] })
  for (const [member, state] of [
    [closed, 'closed'],
    [moved, 'changed'],
    [taken, 'taken'],
  ] as const) {
    const acts = await findActs({ member_id: member.id })
    expect(acts.at(-1)).toMatchObject({ action: 'address_fail', after: { state } })
    expect((await storedOf(member.id)).email).not.toBe(member.to)
  }
})

test('A change is not asked for twice, for an unverified, closed or unknown member, nor to a taken or the same address', async () => {
  const { id } = await changing(false)
  expect(await ask(id, newAddress(), bo)).toEqual({ kind: 'pending' })
  const member = await newMember(api.db)
  const other = await newMember(api.db)
  expect(await ask(member.id, other.email)).toEqual({ kind: 'taken' })
  expect(await ask(member.id, member.email)).toEqual({ kind: 'unchanged' })
  const unverified = await newMember(api.db, { verified: false })
  expect(await ask(unverified.id, newAddress())).toEqual({ kind: 'unverified' })
  const both = await Promise.all([ask(member.id, newAddress()), ask(member.id, newAddress(), bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['asked', 'pending'])
  const change = await changeOf(member.id)
  await api.db.updateTable('members').set({ active: false }).where('id', '=', member.id).execute()
  const second = change?.isOwn ? bo : ada
  expect(await confirm(change?.id ?? '', second)).toEqual({ kind: 'closed' })
  expect(await ask(member.id, newAddress())).toEqual({ kind: 'closed' })
})

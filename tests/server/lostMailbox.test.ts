import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { addressChangeDays, addressChangeHours } from '#contract/staff/members.ts'
import { makeDueChanges } from '#server/account/addressChanges.ts'
import { addressChangePages } from '#server/mail/addressChangePages.ts'
import { lastMailTo, linkIn, readMails } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signedInStaff, type SignedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { testOrigin } from './testApi.ts'

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
const { stop } = api.dependencies.addressChanges
const pages = addressChangePages({ db: api.serverDb, origin: testOrigin, trustProxy: 0, stop })
/** What a page behind a mailed link answers; `page`: the other page for the same token. */
const open = async (mail: string, method: 'GET' | 'POST', page?: 'keep-address' | 'new-address') => {
  const { pathname, search } = new URL(linkIn(mail))
  const path = (page ? `/identity/${page}` : pathname) + search
  const answer = await pages.request(path, { method })
  return { status: answer.status, text: await answer.text() }
}
/** Whose changes wait for somebody, as Today lists them. */
const waitingFor = async (who: SignedInStaff) =>
  ((await staff.call(endpoints.today, {}, who)).addressChanges ?? []).map(({ memberId }) => memberId)
const kindsTo = async (address: string) => (await readMails(api, address)).map(({ kind }) => kind)
const prove = async (to: string) => {
  const mail = (await readMails(api, to)).find(({ kind }) => kind === 'address_to_confirm')
  expect((await open(mail?.text ?? '', 'POST')).status).toBe(200)
}

/** A member whose change was asked for, and confirmed and proved if that is said. */
async function changing(isConfirmed = true, isProved = isConfirmed) {
  const member = await newMember(api.db)
  const to = newAddress()
  expect(await ask(member.id, to)).toEqual({ kind: 'asked' })
  const change = await changeOf(member.id)
  if (!change) throw new Error('A change was not shown')
  const confirmed = isConfirmed ? await confirm(change.id) : { kind: 'begun' }
  expect(confirmed).toMatchObject({ kind: 'begun' })
  if (isProved) await prove(to)
  return { ...member, to, changeId: change.id }
}

test('An address changes three days after a second person has confirmed it, and every sign-in ends', async () => {
  const { id, email, to, changeId } = await changing(false)
  const token = await api.signIn(id)
  expect(await waitingFor(bo)).toContain(id)
  expect(await waitingFor(ada)).not.toContain(id)
  expect(await confirm(changeId, ada)).toEqual({ kind: 'own' })
  expect(await readMails(api, email)).toEqual([])
  const both = await Promise.all([confirm(changeId), confirm(changeId)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['begun', 'confirmed'])
  expect(await changeOf(id)).toMatchObject({ to, proof, reason, by: ada.email, confirmedBy: bo.email, isOwn: true })
  for (const address of [email, to]) {
    expect(await readMails(api, address)).toHaveLength(1)
    expect(await lastMailTo(api, address)).toContain(to)
  }
  await prove(to)
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

test('Nothing changes until whoever reads the new address says so: opening the link does not, and others get no account', async () => {
  const { id, email, to } = await changing(true, false)
  expect(await kindsTo(email)).toEqual(['address_change_begun'])
  expect(await kindsTo(to)).toEqual(['address_to_confirm'])
  expect(await runTask()).toEqual({ changed: 0, failures: [] })
  expect(await changeOf(id)).toMatchObject({ provedAt: null })
  const opened = await open(await lastMailTo(api, to), 'GET')
  expect(opened).toMatchObject({ status: 200, text: expect.stringContaining('Yes, this is my address') })
  expect(await runTask()).toEqual({ changed: 0, failures: [] })
  expect((await open(await lastMailTo(api, email), 'POST', 'new-address')).status).toBe(404)
  expect(await storedOf(id)).toMatchObject({ email })
  await prove(to)
  expect(Date.parse((await changeOf(id))?.provedAt ?? '')).toBeLessThanOrEqual(Date.now())
  expect((await runTask()).changed).toBe(1)
  expect(await storedOf(id)).toMatchObject({ email: to })
  expect((await open(await lastMailTo(api, to), 'POST')).status).toBe(404)
})

test('A change that nobody confirms, or whose new address nobody does, ends after 14 days, and who was told is told', async () => {
  const unconfirmed = await changing(false)
  const unproved = await changing(true, false)
  const proved = await changing()
  await api.db
    .updateTable('address_changes')
    .set({ due_at: later(24 * 20) })
    .where('id', '=', proved.changeId)
    .execute()
  await runTask(later(24 * addressChangeDays - 1))
  expect(await changeOf(unconfirmed.id)).not.toBeNull()
  expect(await changeOf(unproved.id)).not.toBeNull()
  await runTask(later(24 * addressChangeDays + 1))
  expect(await changeOf(proved.id)).not.toBeNull()
  for (const [member, state] of [
    [unconfirmed, 'unconfirmed'],
    [unproved, 'unproved'],
  ] as const) {
    expect(await changeOf(member.id)).toBeNull()
    expect((await findActs({ member_id: member.id })).at(-1)).toMatchObject({
      action: 'address_fail',
      after: { state },
    })
  }
  expect(await readMails(api, unconfirmed.email)).toEqual([])
  expect(await kindsTo(unproved.email)).toEqual(['address_change_begun', 'address_not_changed'])
  expect(await kindsTo(unproved.to)).toEqual(['address_to_confirm', 'address_not_changed'])
  await end(proved.changeId)
})

test('Whoever reads either address ends the change by the link, once, without a sign-in, with an act that names the link', async () => {
  for (const [which, actor] of [
    ['email', 'link:old'],
    ['to', 'link:new'],
  ] as const) {
    const member = await changing()
    const mail = await lastMailTo(api, member[which])
    expect((await open(mail, 'GET')).status).toBe(200)
    const ended = await Promise.all([1, 2].map(() => open(mail, 'POST', 'keep-address')))
    expect(ended.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
    expect((await open(mail, 'GET')).status).toBe(404)
    expect((await runTask()).changed).toBe(0)
    expect(await storedOf(member.id)).toMatchObject({ email: member.email })
    const acts = await findActs({ member_id: member.id, action: 'address_stop' })
    expect(acts).toMatchObject([{ actor, role: null }])
    for (const address of [member.email, member.to]) expect((await kindsTo(address)).at(-1)).toBe('address_not_changed')
    const rows = await api.db
      .selectFrom('address_changes')
      .select(['token_hash', 'proof_token_hash'])
      .where('member_id', '=', member.id)
      .execute()
    expect(JSON.stringify(rows)).not.toContain(new URL(linkIn(mail)).searchParams.get('token'))
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

test('A change ends by itself where the account is deactivated, its address changed, or the new one somebody else’s by then', async () => {
  const closed = await changing()
  await api.db.updateTable('members').set({ active: false }).where('id', '=', closed.id).execute()
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
    expect((await kindsTo(member.to)).at(-1)).toBe('address_not_changed')
    expect((await kindsTo(member.email)).at(-1)).toBe('address_not_changed')
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

test('Closing an account ends its change, and the address that was told of it is told', async () => {
  const member = await changing()
  await staff.call(endpoints.closeAccountOf, { memberId: member.id, isClosed: true, reason }, ada)
  expect(await changeOf(member.id)).toBeNull()
  expect((await kindsTo(member.to)).at(-1)).toBe('address_not_changed')
})

test('A change is not confirmed once the member has another address, and ends', async () => {
  const member = await changing(false)
  const elsewhere = newAddress()
  for (const table of ['members', 'identity_accounts'] as const)
    await api.db.updateTable(table).set({ email: elsewhere }).where('email', '=', member.email).execute()
  expect(await confirm(member.changeId)).toEqual({ kind: 'changed' })
  expect(await changeOf(member.id)).toBeNull()
  expect(await readMails(api, member.to)).toEqual([])
})

test('An address that a member of another provider has proved is taken', async () => {
  const other = await newMember(api.db)
  await api.db.deleteFrom('identity_accounts').where('email', '=', other.email).execute()
  const elsewhere = { provider_issuer: 'https://elsewhere.example', provider_email_verified: true }
  await api.db.updateTable('members').set(elsewhere).where('id', '=', other.id).execute()
  const member = await newMember(api.db)
  expect(await ask(member.id, other.email)).toEqual({ kind: 'taken' })
})

test('Only owners change the address of somebody on the staff, whenever that one has joined', async () => {
  const second = await signedInStaff(api, ['membership'])
  const third = await signedInStaff(api, ['owner'])
  const onStaff = await changing(false)
  const join = (id: string, roles: string[]) =>
    api.db
      .insertInto('staff_members')
      .columns(['account_id', 'email', 'roles', 'invited_by', 'joined_at'])
      .expression((row) =>
        row
          .selectFrom('members')
          .select((member) => [
            sql<string>`provider_subject::uuid`.as('account_id'),
            'email',
            member.val(roles).as('roles'),
            member.val('cli:tester').as('invited_by'),
            member.val(new Date()).as('joined_at'),
          ])
          .where('id', '=', id),
      )
      .execute()
  await join(onStaff.id, ['steward'])
  expect(await confirm(onStaff.changeId, second)).toEqual({ kind: 'on_staff' })
  expect(await waitingFor(second)).not.toContain(onStaff.id)
  expect(await waitingFor(bo)).toContain(onStaff.id)
  expect(await confirm(onStaff.changeId, bo)).toMatchObject({ kind: 'begun' })
  await end(onStaff.changeId)
  expect(await ask(onStaff.id, newAddress(), ada)).toEqual({ kind: 'on_staff' })
  expect(await ask(onStaff.id, newAddress(), third)).toEqual({ kind: 'asked' })
  const joining = await newMember(api.db)
  const to = newAddress()
  await ask(joining.id, to)
  await confirm((await changeOf(joining.id))?.id ?? '', second)
  await prove(to)
  await join(joining.id, ['owner'])
  expect((await runTask()).changed).toBe(0)
  expect(await storedOf(joining.id)).toMatchObject({ email: joining.email })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { passkeyRequest, usePasskey } from '#server/identity/passkeys/ceremonies.ts'
import { findInvitation } from '#server/store/staff/staffInvitations.ts'
import { sha256 } from '#server/store/hash.ts'
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type SignedInStaff, signedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { staffCookieOf } from '#tests/support/staffSignIn.ts'
import { testOrigin } from './testApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('owner')

const actsOn = (subjectId: string) => findActs({ subject_id: subjectId })

const listed = async (sub: string) =>
  (await staff.call(endpoints.listPeople, {}, ada)).people.find((person) => person.sub === sub)

const isIn = async ({ cookie }: SignedInStaff) =>
  (await staff.send(endpoints.staffSession, {}, { cookie })).status === 200

test('An owner invites by an email in the language of the page, and by a link that is shown once', async () => {
  const email = `invited-${randomUUID().slice(0, 8)}@club.example`
  const wanted = { email: email.toUpperCase(), roles: ['counter', 'fulfilment'], lang: 'tc' } as const
  const invited = await staff.call(endpoints.inviteStaff, { ...wanted, roles: [...wanted.roles] }, ada)
  if (invited.kind !== 'invited') throw new Error(invited.kind)
  const [, token = ''] = invited.link.split('#token=')
  expect(invited.link).toBe(`${testOrigin}/identity/staff/invitation#token=${token}`)
  expect(Date.parse(invited.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 60 * 60 * 1000)
  expect(Date.parse(invited.expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000)
  expect(await findInvitation(api.db, sha256(token), new Date())).toMatchObject({ email, roles: wanted.roles })
  const mail = await lastMailTo(api, email)
  expect(linkIn(mail)).toBe(invited.link)
  expect(mail).toContain(`${ada.email} 邀請你使用 Club Bravo 的職員頁面。`)

  const { invitations } = await staff.call(endpoints.listPeople, {}, bo)
  const open = invitations.find((one) => one.email === email)
  expect(open).toMatchObject({ roles: wanted.roles, invitedBy: ada.email, expiresAt: invited.expiresAt })
  expect(JSON.stringify(invitations)).not.toContain(token)
  const id = open?.id ?? ''
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.revokeInvitation, { id }, who)))
  const [done, other] = answers[0]?.kind === 'done' ? [ada, answers[1]] : [bo, answers[0]]
  expect(other).toMatchObject({ kind: 'refused', by: { by: done.email, at: expect.any(String) } })
  expect(await findInvitation(api.db, sha256(token), new Date())).toBeUndefined()
  expect(await actsOn(id)).toMatchObject([
    { actor: `staff:${ada.sub}`, role: 'owner', action: 'staff_invite', after: { roles: wanted.roles } },
    { action: 'staff_uninvite' },
  ])
})

const newAddress = () => `open-${randomUUID().slice(0, 8)}@club.example`

/** Invites an address. Resolves to whether that invitation still works, whenever it is called. */
async function invitationOf(email: string, by: SignedInStaff) {
  const invited = await staff.call(endpoints.inviteStaff, { email, roles: ['membership'] }, by)
  const [, token = ''] = invited.kind === 'invited' ? invited.link.split('#token=') : []
  return async () => (await findInvitation(api.db, sha256(token), new Date())) !== undefined
}

test('An invitation that another one replaces ends with its act', async () => {
  const email = `twice-${randomUUID().slice(0, 8)}@club.example`
  const first = await invitationOf(email, ada)
  const second = await invitationOf(email, bo)
  expect([await first(), await second()]).toEqual([false, true])
  const ids = api.db.selectFrom('staff_invitations').select('id').where('email', '=', email).orderBy('id')
  const [replaced] = await ids.execute()
  expect(await actsOn(replaced?.id ?? '')).toMatchObject([
    { action: 'staff_invite', actor: `staff:${ada.sub}` },
    { action: 'staff_uninvite', actor: `staff:${bo.sub}` },
  ])
})

test('With somebody’s role go the invitations that they have made, and those that would give them another', async () => {
  const [demoted, removed] = [await signedInStaff(api, ['owner']), await signedInStaff(api, ['owner'])]
  const ends = [
    await invitationOf(newAddress(), demoted),
    await invitationOf(demoted.email, ada),
    await invitationOf(newAddress(), removed),
    await invitationOf(removed.email, ada),
  ]
  const stays = await invitationOf(newAddress(), ada)
  const down = { sub: demoted.sub, before: ['owner' as const], roles: ['counter' as const] }
  expect(await staff.call(endpoints.changeRoles, down, ada)).toEqual({ kind: 'done' })
  expect(await staff.call(endpoints.endStaff, { sub: removed.sub }, ada)).toEqual({ kind: 'done' })
  expect(await Promise.all(ends.map((works) => works()))).toEqual([false, false, false, false])
  expect(await stays()).toBe(true)
  expect(await findActs({ action: 'staff_uninvite', actor: `staff:${ada.sub}` })).not.toHaveLength(0)
})

test('The staff are listed with their roles, last sign-in, passkeys and where they are signed in', async () => {
  const person = await signedInStaff(api, ['steward', 'counter'])
  const now = new Date()
  for (const [id, forStaff] of [
    ['for-staff', true],
    ['of-the-member', false],
  ] as const)
    await api.db
      .insertInto('passkeys')
      .values({
        id: `${id}-${person.sub}`,
        account_id: person.sub,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
        name: id,
        for_staff: forStaff,
        created_at: now,
      })
      .execute()
  const facts = { email: person.email, roles: ['steward', 'counter'], passkeys: 1, signIns: 1, isSelf: false }
  const row = await listed(person.sub)
  expect(row).toMatchObject({ ...facts, endedAt: null, invitedBy: 'cli:tester' })
  const since = Date.parse(row?.lastSignInAt ?? '')
  expect(Math.abs(since - Date.now())).toBeLessThan(60_000)
  // A sign-in that has ended was one.
  await api.db.deleteFrom('staff_sessions').where('account_id', '=', person.sub).execute()
  expect(await listed(person.sub)).toMatchObject({ signIns: 0, lastSignInAt: row?.lastSignInAt })
  expect((await listed(ada.sub))?.isSelf).toBe(true)
})

test('Roles are changed as they were seen; who comes second is told by whom, and a lost role counts at once', async () => {
  const person = await signedInStaff(api, ['membership'])
  const seen = { sub: person.sub, before: ['membership' as const] }
  const answers = await Promise.all([
    staff.call(endpoints.changeRoles, { ...seen, roles: ['counter'] }, ada),
    staff.call(endpoints.changeRoles, { ...seen, roles: ['finance'] }, bo),
  ])
  const [first, second] = answers[0].kind === 'done' ? [ada, answers[1]] : [bo, answers[0]]
  expect(second).toMatchObject({ kind: 'refused', by: { by: first.email } })
  expect(await actsOn(person.sub)).toMatchObject([
    { actor: `staff:${first.sub}`, action: 'staff_roles', before: { roles: ['membership'] } },
  ])
  const { status } = await staff.send(endpoints.listApplications, {}, { cookie: person.cookie })
  expect(status).toBe(403)
  const none = await staff.send(endpoints.changeRoles, { ...seen, roles: [] }, { cookie: ada.cookie })
  expect(none.status).toBe(422)
  const nobody = { sub: randomUUID(), before: [], roles: ['counter' as const] }
  expect(await staff.call(endpoints.changeRoles, nobody, ada)).toEqual({ kind: 'refused', by: null })
})

test('Whoever is removed is signed out at once, once, and stays in the list of those before', async () => {
  const person = await signedInStaff(api, ['steward'])
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.endStaff, { sub: person.sub }, who)))
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['done', 'refused'])
  expect(await isIn(person)).toBe(false)
  expect(await listed(person.sub)).toMatchObject({ endedAt: expect.any(String), signIns: 0 })
  expect((await actsOn(person.sub)).map(({ action }) => action)).toEqual(['staff_end'])
})

test('An owner ends one of somebody’s sign-ins, or all', async () => {
  const person = await signedInStaff(api, ['steward'])
  const second = { ...person, cookie: await staffCookieOf(api.db, testOrigin, person) }
  const ask = { sub: person.sub }
  const { signIns } = await staff.call(endpoints.staffSignIns, ask, ada)
  expect(signIns).toMatchObject([
    { browser: 'Chrome', device: 'Linux', isThis: false },
    { browser: 'Chrome', device: 'Linux', isThis: false },
  ])
  const id = signIns[1]?.id
  expect(await staff.call(endpoints.endStaffSignIns, { ...ask, id }, ada)).toEqual({ kind: 'done' })
  expect([await isIn(person), await isIn(second)]).toEqual([false, true])
  expect(await staff.call(endpoints.endStaffSignIns, { ...ask, id }, bo)).toMatchObject({
    kind: 'refused',
    by: { by: ada.email },
  })
  expect(await staff.call(endpoints.endStaffSignIns, ask, ada)).toEqual({ kind: 'done' })
  expect(await isIn(second)).toBe(false)
  expect(await actsOn(person.sub)).toMatchObject([
    { action: 'staff_sign_out', after: { sign_ins: 1 } },
    { action: 'staff_sign_out', after: { sign_ins: 1 } },
  ])
  // Another's sign-in is none of theirs.
  const own = await staff.call(endpoints.staffSignIns, { sub: ada.sub }, ada)
  expect(own.signIns).toMatchObject([{ isThis: true }])
  const ofAda = { sub: bo.sub, id: own.signIns[0]?.id }
  expect(await staff.call(endpoints.endStaffSignIns, ofAda, bo)).toMatchObject({ kind: 'refused' })
  expect(await isIn(ada)).toBe(true)
})

const Options = v.object({ challenge: v.string(), excludeCredentials: v.array(v.object({ id: v.string() })) })

/** Adds a passkey of a device, as the page does. */
async function addTo(person: SignedInStaff, device: Authenticator) {
  const { options } = await staff.call(endpoints.newStaffPasskey, {}, person)
  const credential = device.create(v.parse(Options, options).challenge)
  return staff.call(endpoints.addStaffPasskey, { credential, lang: 'en' }, person)
}

/** Whether a device signs in to the pages of staff. */
async function opens(device: Authenticator): Promise<boolean> {
  const ceremony = { db: api.db, origin: testOrigin, purpose: 'staff', accountId: null, now: new Date() } as const
  const { challenge } = await passkeyRequest(ceremony)
  return (await usePasskey(ceremony, device.get(challenge)))?.forStaff === true
}

test('A member of staff adds a second passkey, is told by mail, and signs in with it', async () => {
  const person = await signedInStaff(api, ['steward'])
  const [first, second] = [createAuthenticator(testOrigin), createAuthenticator(testOrigin)]
  expect(await addTo(person, first)).toEqual({ kind: 'added' })
  expect(await addTo(person, second)).toEqual({ kind: 'added' })
  expect([await opens(first), await opens(second)]).toEqual([true, true])
  const { passkeys } = await staff.call(endpoints.staffPasskeys, {}, person)
  expect(passkeys?.map(({ id }) => id)).toEqual([first.id, second.id])
  expect(await lastMailTo(api, person.email)).toContain(
    'You can now sign in to the staff pages of Club Bravo with this passkey',
  )
  expect(await actsOn(person.sub)).toMatchObject([
    { actor: `staff:${person.sub}`, role: 'steward', action: 'passkey_add', after: { name: 'Passkey' } },
    { action: 'passkey_add' },
  ])
  const { options } = await staff.call(endpoints.newStaffPasskey, {}, person)
  expect(v.parse(Options, options).excludeCredentials.map(({ id }) => id)).toEqual([first.id, second.id])
})

test('A passkey is kept once, and only as the answer to what this person was asked', async () => {
  const [person, other] = [await signedInStaff(api, ['steward']), await signedInStaff(api, ['steward'])]
  const device = createAuthenticator(testOrigin)
  const { options } = await staff.call(endpoints.newStaffPasskey, {}, other)
  const credential = device.create(v.parse(Options, options).challenge)
  const refused = { kind: 'refused' }
  expect(await staff.call(endpoints.addStaffPasskey, { credential }, person)).toEqual(refused)
  expect(await staff.call(endpoints.addStaffPasskey, { credential }, other)).toEqual({ kind: 'added' })
  expect(await staff.call(endpoints.addStaffPasskey, { credential }, other)).toEqual(refused)
  const begun = { db: api.db, origin: testOrigin, purpose: 'staff', accountId: null, now: new Date() } as const
  const { challenge } = await passkeyRequest(begun)
  const forged = { credential: createAuthenticator(testOrigin).create(challenge) }
  expect(await staff.call(endpoints.addStaffPasskey, forged, person)).toEqual(refused)
})

test('A lost passkey is removed with the other sign-ins; of two that are removed at once, one stays', async () => {
  const person = await signedInStaff(api, ['steward'])
  const elsewhere = { ...person, cookie: await staffCookieOf(api.db, testOrigin, person) }
  const devices = [1, 2, 3].map(() => createAuthenticator(testOrigin))
  for (const device of devices) expect(await addTo(person, device)).toEqual({ kind: 'added' })
  const remove = (id: string) => staff.call(endpoints.removeStaffPasskey, { id }, person)
  const [lost, ...others] = devices.map(({ id }) => id)
  expect(await remove(lost ?? '')).toEqual({ kind: 'removed' })
  expect([await isIn(person), await isIn(elsewhere)]).toEqual([true, false])
  expect(await remove(lost ?? '')).toEqual({ kind: 'unknown' })
  const kinds = (await Promise.all(others.map(remove))).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['last', 'removed'])
  const { passkeys } = await staff.call(endpoints.staffPasskeys, {}, person)
  expect(passkeys).toHaveLength(1)
  const another = await signedInStaff(api, ['steward'])
  const taken = { id: passkeys?.[0]?.id ?? '' }
  expect(await staff.call(endpoints.removeStaffPasskey, taken, another)).toEqual({ kind: 'unknown' })
})

test('Members’ passkeys open no page of staff, and are not theirs to remove there', async () => {
  const person = await signedInStaff(api, ['steward'])
  const { id: memberId } = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ provider_subject: person.sub, provider_issuer: 'built-in' })
    .where('id', '=', memberId)
    .execute()
  const own = { account_id: person.sub, public_key: Buffer.from('key'), counter: 0, transports: [] }
  const passkey = { id: `own-${memberId}`, name: 'Phone', for_staff: false, created_at: new Date() }
  await api.db
    .insertInto('passkeys')
    .values({ ...own, ...passkey })
    .execute()
  expect(await staff.call(endpoints.staffPasskeys, {}, person)).toEqual({ passkeys: [] })
  const removed = await staff.call(endpoints.removeStaffPasskey, { id: passkey.id }, person)
  expect(removed).toEqual({ kind: 'unknown' })
  // The device may get one for staff besides.
  const { options } = await staff.call(endpoints.newStaffPasskey, {}, person)
  expect(v.parse(Options, options).excludeCredentials).toEqual([])
})

test('Two owners who remove each other at the same moment leave one, who can’t step down', async () => {
  const remove = (who: SignedInStaff, sub: string) => staff.send(endpoints.endStaff, { sub }, { cookie: who.cookie })
  const answers = await Promise.all([remove(ada, bo.sub), remove(bo, ada.sub)])
  const isAdasDone = answers[0].body['kind'] === 'done'
  const [last, gone, other] = isAdasDone ? [ada, bo, answers[1]] : [bo, ada, answers[0]]
  expect(answers.filter(({ body }) => body['kind'] === 'done')).toHaveLength(1)
  // Whoever came second was an owner no more, or was signed out already.
  expect([other.body['kind'] ?? other.body['refusal']]).toEqual([expect.stringMatching(/^not_owner$|^signed_out$/)])
  expect(await isIn(gone)).toBe(false)
  const alone = { kind: 'last_owner' }
  expect(await staff.call(endpoints.endStaff, { sub: last.sub }, last)).toEqual(alone)
  const down = { sub: last.sub, before: ['owner' as const], roles: ['counter' as const] }
  expect(await staff.call(endpoints.changeRoles, down, last)).toEqual(alone)
  const owners = (await staff.call(endpoints.listPeople, {}, last)).people.filter(
    ({ roles, endedAt }) => endedAt === null && roles.includes('owner'),
  )
  expect(owners.map(({ sub }) => sub)).toEqual([last.sub])
})

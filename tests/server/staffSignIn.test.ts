import { expect, test } from 'vitest'
import { staffCookie } from '#contract/endpoint.ts'
import { staffReader } from '#server/staff/staffSession.ts'
import { changeRoles, endStaff, inviteStaff, listStaff } from '#server/services/staff/staffMembers.ts'
import { demoPassword } from '#server/seed/accounts.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { newMember } from '#tests/support/members.ts'
import { runCommand } from '#tests/support/commands.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { asStaff } from '#tests/support/staff.ts'
import { newStaff, staffCookieOf } from '#tests/support/staffSignIn.ts'
import { createVisitor, formsOf } from '#tests/support/visitor.ts'

const { server, club, origin } = await runningClub()
const read = staffReader({ db: club.db, origin })
const cookieName = staffCookie(origin).name

/** Whose session a browser with this `Cookie` header has. */
const readCookie = (cookie: string) => read(new Request(origin, { headers: { cookie } }))

const signInPage = '/identity/staff?return_to=/staff/en'
const owner = { email: 'owner@clubbravo.test', password: demoPassword }

/** Signs in at the page. Resolves to the answer and the browser. */
async function signInAt(address: string, values: Record<string, string>, headers: Record<string, string> = {}) {
  const visitor = createVisitor(origin, headers)
  const page = await visitor.open(address)
  // After the form of passkeys.
  const answer = await visitor.submit(page, values, 1)
  const session = visitor.cookies().find(({ name }) => name === cookieName)
  return { visitor, answer, session, cookie: `${cookieName}=${session?.value ?? ''}` }
}

test('The demo season has a member of staff in each role, who signs in with the public password on this machine', async () => {
  const { members } = await listStaff(club.db, new Date())
  expect(members.map(({ roles }) => roles.join()).toSorted()).toEqual(
    [
      'box_office',
      'counter',
      'editor',
      'finance',
      'fulfilment',
      'membership',
      'owner',
      'steward',
      'supervisor',
    ].toSorted(),
  )
  const { answer, session, cookie } = await signInAt(signInPage, owner)
  expect(answer.status).toBe(303)
  expect(answer.url.pathname).toBe('/staff/en')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(await readCookie(cookie)).toMatchObject({ email: owner.email, name: owner.email, roles: ['owner'] })
})

test('With TLS, the cookie is one that browsers refuse from another host or without TLS', () => {
  expect(staffCookie('https://club.example')).toEqual({ name: '__Host-club_staff', isSecure: true })
})

test('Nobody else signs in as staff with a password: a member, or a member of staff of no demo season', async () => {
  const member = await newMember(club.db)
  expect((await signInAt(signInPage, { ...member })).session).toBeUndefined()
  await club.db
    .insertInto('staff_members')
    .columns(['account_id', 'email', 'roles', 'invited_by', 'joined_at'])
    .expression((row) =>
      row
        .selectFrom('identity_accounts')
        .select((one) => [
          'id',
          'email',
          one.val(['counter']).as('roles'),
          one.val('cli:tester').as('invited_by'),
          one.fn<Date>('now').as('joined_at'),
        ])
        .where('email', '=', member.email),
    )
    .execute()
  const { answer, session } = await signInAt(signInPage, { ...member })
  expect(answer.status).toBe(422)
  expect(session).toBeUndefined()
})

test('A session that somebody else has put into the browser is worth nothing: signing in makes another', async () => {
  const attacker = await newStaff(club.db, ['counter'])
  const planted = await staffCookieOf(club.db, origin, attacker)
  const page = await createVisitor(origin).open(signInPage)
  const [, form] = formsOf(page)
  const answer = await fetch(form?.action ?? '', {
    method: 'POST',
    body: new URLSearchParams(owner),
    headers: { origin, cookie: planted },
    redirect: 'manual',
  })
  expect(answer.headers.getSetCookie().join()).not.toContain(planted)
  expect(await readCookie(planted)).toBeNull()
})

test('A confirmation is of whoever the page belongs to, also once their session has ended: nobody goes on in their place', async () => {
  const counter = { email: 'counter@clubbravo.test', password: demoPassword }
  const { visitor, cookie } = await signInAt(signInPage, counter)
  const { sub = '' } = (await readCookie(cookie)) ?? {}
  const confirm = async (values: Record<string, string>) =>
    visitor.submit(await visitor.open(`${signInPage}&step_up=${sub}`), values, 1)
  expect((await confirm(owner)).status).toBe(422)
  expect(await readCookie(cookie)).toMatchObject({ email: counter.email })
  expect((await confirm(counter)).status).toBe(303)
  await club.db.deleteFrom('staff_sessions').where('account_id', '=', sub).execute()
  const sessions = () => club.db.selectFrom('staff_sessions').select('token_hash').orderBy('token_hash').execute()
  const before = await sessions()
  expect((await confirm(owner)).status).toBe(422)
  expect(await sessions()).toEqual(before)
  expect((await confirm(counter)).status).toBe(303)
})

test('A form of another site signs nobody in or out, and no page of staff’s sign-in may be stored', async () => {
  const { cookie } = await signInAt(signInPage, owner)
  for (const path of ['/identity/staff', '/identity/staff/sign-out']) {
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', cookie }
    const answer = await fetch(origin + path, { method: 'POST', body: new URLSearchParams(owner), headers })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
  expect(await readCookie(cookie)).not.toBeNull()
  expect((await fetch(origin + signInPage)).headers.get('cache-control')).toBe('no-store')
})

test('A member’s token, in whatever place, is no session of staff', async () => {
  const member = await newMember(club.db)
  const token = await giveToken(club.db, member.id)
  const headers = { authorization: `Bearer ${token}`, cookie: `${cookieName}=${token}` }
  expect(await read(new Request(origin, { headers }))).toBeNull()
})

test('The page leads back to a page of staff only', async () => {
  for (const target of ['https://evil.example/staff', '//evil.example/staff', '/staffroom', '/en/my-account']) {
    const { answer } = await signInAt(`/identity/staff?return_to=${encodeURIComponent(target)}`, owner)
    expect(answer.url.href).toBe(`${origin}/staff/en/today`)
  }
})

test('A way back that no header can hold, or that leaves the pages of staff on its way, is no fault', async () => {
  for (const [target, where] of [
    ['/staff/en/log\r\nX: y', '/staff/en/logX:%20y'],
    ['/staff/en/log\0x', '/staff/en/log%00x'],
    ['/staff/../en/my-account', '/staff/en/today'],
    ['/staff/..//evil.example', '/staff/en/today'],
    ['/staff/en/member?id=1', '/staff/en/member?id=1'],
  ] as const) {
    const { answer } = await signInAt(`/identity/staff?return_to=${encodeURIComponent(target)}`, owner)
    expect([answer.status, answer.url.href]).toEqual([303, origin + where])
  }
})

test('What was typed goes back to the page, unless it is longer than an address', async () => {
  for (const [typed, back] of [
    ['who@club.example', 'email=who%40club.example'],
    ['\u4e2d'.repeat(1600), 'email='],
  ] as const) {
    const body = new URLSearchParams({ email: typed, password: 'not this one' })
    const answer = await fetch(origin + signInPage, { method: 'POST', body, redirect: 'manual', headers: { origin } })
    expect(new URL(answer.headers.get('location') ?? '', origin).hash).toBe(`#${back}`)
  }
})

test('The pages open in the language in which somebody has signed in', async () => {
  const { answer } = await signInAt('/identity/staff?return_to=%2Fstaff&lang=tc', owner)
  expect(answer.url.href).toBe(`${origin}/staff/tc/today`)
})

test('Signing out ends the session for whoever has a copy of it, too', async () => {
  const { visitor, cookie } = await signInAt(signInPage, owner)
  await visitor.open('/identity/staff/sign-out', { method: 'POST', headers: { origin } })
  expect(visitor.cookies().find(({ name }) => name === cookieName)?.value).toBe('')
  expect(await readCookie(cookie)).toBeNull()
})

test('A session ends after twelve hours, with the member of staff, and with their password; a lost role counts at once', async () => {
  const staff = await newStaff(club.db, ['membership', 'counter'])
  const cookie = await staffCookieOf(club.db, origin, staff)
  expect(await readCookie(cookie)).toMatchObject({ sub: staff.sub, roles: ['membership', 'counter'] })
  await changeRoles(asStaff(club.db), { sub: staff.sub, roles: ['counter'], by: null, now: new Date() })
  expect((await readCookie(cookie))?.roles).toEqual(['counter'])
  await club.db.updateTable('identity_accounts').set({ password_hash: 'another' }).where('id', '=', staff.sub).execute()
  expect(await readCookie(cookie)).toBeNull()

  const second = await staffCookieOf(club.db, origin, staff)
  await endStaff(asStaff(club.db), { sub: staff.sub, by: null, now: new Date() })
  expect(await readCookie(second)).toBeNull()
  await expect(staffCookieOf(club.db, origin, staff)).rejects.toThrow('no more')

  const late = await newStaff(club.db, ['counter'])
  const expired = await staffCookieOf(club.db, origin, late)
  const { expires_at: end, created_at: begin } = await club.db
    .selectFrom('staff_sessions')
    .select(['expires_at', 'created_at'])
    .where('account_id', '=', late.sub)
    .executeTakeFirstOrThrow()
  expect(end.getTime() - begin.getTime()).toBe(12 * 60 * 60 * 1000)
  await club.db
    .updateTable('staff_sessions')
    .set({ expires_at: new Date() })
    .where('account_id', '=', late.sub)
    .execute()
  expect(await readCookie(expired)).toBeNull()
})

test('One owner always remains, also when two remove each other at the same moment', async () => {
  const [one, two] = [await newStaff(club.db, ['owner']), await newStaff(club.db, ['owner'])]
  const { members } = await listStaff(club.db, new Date())
  const others = members.filter(
    ({ accountId, roles }) => roles.includes('owner') && ![one.sub, two.sub].includes(accountId),
  )
  for (const { accountId } of others)
    expect(await endStaff(asStaff(club.db), { sub: accountId, by: null, now: new Date() })).toBe('done')
  const outcomes = await Promise.all([
    endStaff(asStaff(club.db), { sub: two.sub, by: one.sub, now: new Date() }),
    endStaff(asStaff(club.db), { sub: one.sub, by: two.sub, now: new Date() }),
  ])
  expect(outcomes.toSorted()).toEqual(['done', 'not_owner'])
  const last = outcomes[0] === 'done' ? one : two
  expect(await endStaff(asStaff(club.db), { sub: last.sub, by: last.sub, now: new Date() })).toBe('last_owner')
  const demoted = { sub: last.sub, roles: ['counter'] as const, by: last.sub, now: new Date() }
  expect(await changeRoles(asStaff(club.db), demoted)).toBe('last_owner')
  // Whoever is no owner invites nobody.
  const gone = outcomes[0] === 'done' ? two : one
  const invitation = { email: 'somebody@club.example', roles: ['owner'] as const, by: gone.sub, now: new Date() }
  expect(await inviteStaff(asStaff(club.db), invitation)).toBe('not_owner')
})

test('The command line invites whoever has no page to be invited from, and says by whom', async () => {
  const first = 'first@club.example'
  const refused = await runCommand(server.dataDir, ['staff', 'invite', first, '--role', 'king'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('none of owner, membership') })
  const invited = await runCommand(server.dataDir, ['staff', 'invite', first, '--role', 'owner', '--role', 'finance'])
  expect(invited.stdout).toMatch(
    /can become owner, finance, as first@club\.example:\n\S+\/identity\/staff\/invitation#token=\S{43}\n/,
  )
  const acts = club.db
    .selectFrom('staff_acts')
    .select(['action', 'actor'])
    .where('subject_kind', '=', 'invitation')
    .orderBy('id', 'desc')
  expect(await acts.executeTakeFirst()).toEqual({ action: 'staff_invite', actor: expect.stringMatching(/^cli:/) })
})

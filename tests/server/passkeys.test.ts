import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { sha256 } from '#server/store/hash.ts'
import { purgeExpired } from '#server/store/identity/expired.ts'
import { endStaff, inviteStaff, revokeInvitation } from '#server/services/staff/staffMembers.ts'
import { staffCookie } from '#contract/endpoint.ts'
import { staffReader } from '#server/staff/staffSession.ts'
import type { Role } from '#contract/staff/roles.ts'
import { type Authenticator, createAuthenticator } from '#tests/support/authenticator.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { exchangeCode, requestSignIn } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { asStaff } from '#tests/support/staff.ts'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()
const read = staffReader({ db: club.db, origin })

const Options = v.object({ challenge: v.string() })

/** Asks for options as the pages' script does. Resolves to the challenge; fails where there are none. */
async function challengeOf(visitor: Visitor, address: string, values: Record<string, string> = {}): Promise<string> {
  const page = await visitor.open(address, { method: 'POST', body: new URLSearchParams(values), headers: { origin } })
  if (page.status !== 200) throw new Error(`${page.status}`)
  return v.parse(Options, JSON.parse(page.text)).challenge
}

/** Sends a form as the pages' script does. */
const send = (visitor: Visitor, address: string, values: Record<string, string>) =>
  visitor.open(address, { method: 'POST', body: new URLSearchParams(values), headers: { origin } })

/** The addresses of a sign-in that has begun. */
async function beginSignIn(visitor = createVisitor(origin)) {
  const request = requestSignIn(origin)
  const page = await visitor.open(request.address)
  const path = page.url.pathname
  const at = (name: string) => `${path}/${name}`
  return { visitor, request, page, at }
}

/** Signs in with the password in a browser that has passkeys, and takes the offer. */
async function memberWithPasskey(): Promise<{ member: TestMember; device: Authenticator }> {
  const member = await newMember(club.db)
  const device = createAuthenticator(origin)
  const { visitor, page, at } = await beginSignIn()
  await visitor.submit(page, { email: member.email, password: member.password, passkeys: 'yes' })
  const challenge = await challengeOf(visitor, at('passkey-creation'))
  const back = await send(visitor, at('passkey-offer'), { credential: device.create(challenge) })
  expect(back.url.pathname).toBe('/login')
  return { member, device }
}

/** Signs in with a passkey. Resolves to where that leads. */
async function signInWith(device: Authenticator, wrong?: Parameters<Authenticator['get']>[1]) {
  const { visitor, request, at } = await beginSignIn()
  const challenge = await challengeOf(visitor, at('passkey-request'))
  const answer = device.get(challenge, wrong)
  const back = await send(visitor, at('passkey'), { credential: answer })
  return { visitor, request, at, answer, back, challenge }
}

const accountOf = ({ email }: TestMember) =>
  club.db.selectFrom('identity_accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

describe('A member', () => {
  test('is offered a passkey once after the password, creates it, is told so by mail, and signs in with it', async () => {
    const { member, device } = await memberWithPasskey()
    expect(await lastMailTo(club, member.email)).toContain('You can now sign in to Club Bravo with a passkey')
    const { request, back } = await signInWith(device)
    expect(back.url.pathname).toBe('/login')
    const tokens = await exchangeCode(origin, request, back.url)
    expect(JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      email: member.email,
    })
    const { id } = await accountOf(member)
    const [passkey] = await club.db.selectFrom('passkeys').selectAll().where('account_id', '=', id).execute()
    expect(passkey).toMatchObject({ for_staff: false, last_used_at: expect.any(Date) })
  })

  test('who does not want one goes on, and is never asked again', async () => {
    const member = await newMember(club.db)
    const first = await beginSignIn()
    const values = { email: member.email, password: member.password, passkeys: 'yes' }
    const offer = await first.visitor.submit(first.page, values)
    expect(offer.text).toContain('<h1>Sign in faster next time</h1>')
    expect((await first.visitor.submit(offer, {}, 1)).url.pathname).toBe('/login')
    const second = await beginSignIn()
    expect((await second.visitor.submit(second.page, values)).url.pathname).toBe('/login')
  })

  test('is offered none in a browser that has none, or with an address that nobody has proved', async () => {
    const [member, unverified] = [await newMember(club.db), await newMember(club.db, { verified: false })]
    for (const [{ email, password }, passkeys] of [
      [member, ''],
      [unverified, 'yes'],
    ] as const) {
      const { visitor, page } = await beginSignIn()
      expect((await visitor.submit(page, { email, password, passkeys })).url.pathname).toBe('/login')
    }
  })

  test('gets no offer, and nothing to sign, before the password was right', async () => {
    const { visitor, at } = await beginSignIn()
    expect((await visitor.open(at('passkey-offer'))).text).toContain('<h1>Sign in</h1>')
    await expect(challengeOf(visitor, at('passkey-creation'))).rejects.toThrow('403')
    const forged = createAuthenticator(origin).create('a challenge')
    expect((await send(visitor, at('passkey-offer'), { credential: forged })).text).toContain('<h1>Sign in</h1>')
  })
})

/** What the page says where a passkey was not accepted; null where it says nothing. */
const refusalOf = ({ status, text }: { status: number; text: string }) =>
  status === 422 && text.includes('That passkey didn’t work.') ? 'refused' : null

describe('A passkey signs nobody in', () => {
  test('by an answer that was sent before, in this sign-in or another', async () => {
    const { device } = await memberWithPasskey()
    const { answer } = await signInWith(device)
    const other = await beginSignIn()
    expect(refusalOf(await send(other.visitor, other.at('passkey'), { credential: answer }))).toBe('refused')
  })

  test('on another site, without the person, or with a signature of another key', async () => {
    const { device } = await memberWithPasskey()
    expect(refusalOf((await signInWith(device, { origin: 'https://evil.example' })).back)).toBe('refused')
    expect(refusalOf((await signInWith(device, { isVerified: false })).back)).toBe('refused')
    const stranger = { ...createAuthenticator(origin), id: device.id }
    const forged = (challenge: string) => stranger.get(challenge).replaceAll(JSON.parse(stranger.get('')).id, device.id)
    const { visitor, at } = await beginSignIn()
    expect(
      refusalOf(
        await send(visitor, at('passkey'), { credential: forged(await challengeOf(visitor, at('passkey-request'))) }),
      ),
    ).toBe('refused')
    expect(refusalOf((await signInWith(stranger)).back)).toBe('refused')
  })

  test('whose counter has not grown: somebody has a copy', async () => {
    const { device } = await memberWithPasskey()
    expect((await signInWith(device, { counter: 7 })).back.url.pathname).toBe('/login')
    expect(refusalOf((await signInWith(device, { counter: 7 })).back)).toBe('refused')
    expect(refusalOf((await signInWith(device, { counter: 3 })).back)).toBe('refused')
    expect((await signInWith(device, { counter: 8 })).back.url.pathname).toBe('/login')
  })

  test('by an answer for another purpose, or a late one', async () => {
    const { device } = await memberWithPasskey()
    const staff = createVisitor(origin)
    const forStaff = device.get(await challengeOf(staff, '/identity/staff/request'))
    const { visitor, at } = await beginSignIn()
    expect(refusalOf(await send(visitor, at('passkey'), { credential: forStaff }))).toBe('refused')
    const challenge = await challengeOf(visitor, at('passkey-request'))
    await club.db
      .updateTable('passkey_challenges')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('challenge_hash', '=', sha256(challenge))
      .execute()
    expect(refusalOf(await send(visitor, at('passkey'), { credential: device.get(challenge) }))).toBe('refused')
    await purgeExpired(club.db, new Date())
    const left = await club.db
      .selectFrom('passkey_challenges')
      .select('purpose')
      .where('challenge_hash', '=', sha256(challenge))
      .execute()
    expect(left).toEqual([])
  })

  test('once it is removed, also in a sign-in that is waiting', async () => {
    const { device } = await memberWithPasskey()
    const { visitor, at } = await beginSignIn()
    const challenge = await challengeOf(visitor, at('passkey-request'))
    await club.db.deleteFrom('passkeys').where('id', '=', device.id).execute()
    expect(refusalOf(await send(visitor, at('passkey'), { credential: device.get(challenge) }))).toBe('refused')
  })

  test('to an account that its owner has taken back: nobody had proved the address', async () => {
    const member = await newMember(club.db, { verified: false })
    const { id } = await accountOf(member)
    const passkey = { id: randomUUID(), account_id: id, public_key: Buffer.from('key'), counter: 0, transports: [] }
    await club.db
      .insertInto('passkeys')
      .values({ ...passkey, name: 'An intruder’s', created_at: new Date() })
      .execute()
    await club.db.updateTable('identity_accounts').set({ password_hash: 'new' }).where('id', '=', id).execute()
    expect(await club.db.selectFrom('passkeys').select('id').where('account_id', '=', id).execute()).toEqual([])
  })

  test('or asks a browser, from another site', async () => {
    const { visitor, at } = await beginSignIn()
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } }
    expect((await visitor.open(at('passkey-request'), foreign)).status).toBe(403)
    expect((await visitor.open('/identity/staff/request', foreign)).status).toBe(403)
  })
})

/** Invites somebody. Resolves to the token of the link. */
async function invite(email: string, roles: readonly Role[] = ['counter']): Promise<string> {
  const invited = await inviteStaff(asStaff(club.db), { email, roles, by: null, now: new Date() })
  return invited === 'not_owner' ? '' : invited.token
}

/** Answers an invitation. Resolves to the page that it leads to, and the member of staff who is signed in then. */
async function accept(token: string, device: Authenticator, visitor = createVisitor(origin)) {
  const challenge = await challengeOf(visitor, '/identity/staff/invitation-creation', { token })
  const credential = device.create(challenge)
  const back = await send(visitor, '/identity/staff/invitation', { token, credential })
  return { back, credential, staff: await staffOf(visitor) }
}

function staffOf(visitor: Visitor) {
  const { name } = staffCookie(origin)
  const cookie = visitor.cookies().find((one) => one.name === name)
  return read(new Request(origin, { headers: { cookie: `${name}=${cookie?.value ?? ''}` } }))
}

/** Signs in as staff. Resolves to the page, and who is signed in. */
async function staffSignInWith(device: Authenticator, visitor = createVisitor(origin)) {
  const challenge = await challengeOf(visitor, '/identity/staff/request')
  const back = await send(visitor, '/identity/staff/passkey?return_to=/staff/tc', { credential: device.get(challenge) })
  return { back, staff: await staffOf(visitor) }
}

describe('An invitation', () => {
  test('makes somebody a member of staff with a passkey, once, and the passkey signs in', async () => {
    const device = createAuthenticator(origin)
    const email = 'counter@club.example'
    const token = await invite(email, ['counter', 'steward'])
    const { back, staff } = await accept(token, device)
    expect(back.url.pathname).toBe('/staff/en')
    expect(staff).toMatchObject({ email, roles: ['counter', 'steward'] })
    await expect(accept(token, createAuthenticator(origin))).rejects.toThrow('410')
    const again = await staffSignInWith(device)
    expect(again.back.url.pathname).toBe('/staff/tc')
    expect(again.staff).toMatchObject({ sub: staff?.sub })
    const acts = await club.db
      .selectFrom('staff_acts')
      .select(['actor', 'action', 'after'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(acts).toEqual([
      { actor: `staff:${staff?.sub}`, action: 'staff_join', after: { roles: ['counter', 'steward'] } },
    ])
  })

  test('that has expired, was revoked, or was followed by another works no more', async () => {
    const [expired, revoked, replaced] = [
      await invite('expired@club.example'),
      await invite('revoked@club.example'),
      await invite('replaced@club.example'),
    ]
    const past = new Date(Date.now() - 1)
    const change = club.db.updateTable('staff_invitations').set({ expires_at: past })
    await change.where('email', '=', 'expired@club.example').execute()
    const { id } = await club.db
      .selectFrom('staff_invitations')
      .select('id')
      .where('email', '=', 'revoked@club.example')
      .executeTakeFirstOrThrow()
    await revokeInvitation(asStaff(club.db), { id, by: null, now: new Date() })
    await invite('replaced@club.example')
    for (const token of [expired, revoked, replaced, 'no such token'])
      await expect(accept(token, createAuthenticator(origin))).rejects.toThrow('410')
  })

  test('that two answer at once makes one of them a member of staff', async () => {
    const token = await invite('twice@club.example')
    const answers = await Promise.all([1, 2].map(() => accept(token, createAuthenticator(origin))))
    expect(answers.filter(({ staff }) => staff !== null)).toHaveLength(1)
  })

  test('to an address that somebody else claims without proof takes the account from them', async () => {
    const intruder = await newMember(club.db, { verified: false })
    const { id, password_hash: before } = await accountOf(intruder)
    const { staff } = await accept(await invite(intruder.email), createAuthenticator(origin))
    expect(staff?.sub).toBe(id)
    const { password_hash: after, email_verified: isVerified } = await accountOf(intruder)
    expect(after).not.toBe(before)
    expect(isVerified).toBe(true)
  })

  test('to somebody who has lost their passkey ends the old one, and all their sessions', async () => {
    const [lost, found] = [createAuthenticator(origin), createAuthenticator(origin)]
    const email = 'lost@club.example'
    const visitor = createVisitor(origin)
    await accept(await invite(email), lost, visitor)
    await accept(await invite(email), found)
    expect(await staffOf(visitor)).toBeNull()
    expect((await staffSignInWith(lost)).staff).toBeNull()
    expect((await staffSignInWith(found)).staff).not.toBeNull()
  })
})

test('A passkey of staff is told of by mail, signs nobody in as a member, and goes with the role', async () => {
  const member = await newMember(club.db)
  const device = createAuthenticator(origin)
  const { staff } = await accept(await invite(member.email), device)
  expect(await lastMailTo(club, member.email)).toContain(
    'You can now sign in to the staff pages of Club Bravo with this passkey',
  )
  expect(refusalOf((await signInWith(device)).back)).toBe('refused')
  const sub = staff?.sub ?? ''
  await endStaff(asStaff(club.db), { sub, by: null, now: new Date() })
  expect(await club.db.selectFrom('passkeys').select('id').where('account_id', '=', sub).execute()).toEqual([])
})

test('Opening an invitation changes nothing until its passkey is made, and that of another is none', async () => {
  const intruder = await newMember(club.db, { verified: false })
  const token = await invite(intruder.email)
  const [fresh, other] = ['fresh@club.example', 'other@club.example']
  const tokens = [await invite(fresh), await invite(other)]
  const before = await accountOf(intruder)
  const options = (one: string) =>
    challengeOf(createVisitor(origin), '/identity/staff/invitation-creation', { token: one })
  await options(token)
  const challenge = await options(tokens[1] ?? '')
  expect(await accountOf(intruder)).toEqual(before)
  const visitor = createVisitor(origin)
  const credential = createAuthenticator(origin).create(challenge)
  const back = await send(visitor, '/identity/staff/invitation', { token: tokens[0] ?? '', credential })
  expect(back.text).toContain('That passkey didn’t work.')
  const made = club.db.selectFrom('identity_accounts').select('id').where('email', 'in', [fresh, other])
  expect(await made.execute()).toEqual([])
  // The link still works.
  expect((await accept(tokens[0] ?? '', createAuthenticator(origin))).staff).toMatchObject({ email: fresh })
})

test('A member with as many passkeys as one may have joins the staff all the same', async () => {
  const member = await newMember(club.db)
  const { id } = await accountOf(member)
  const own = { account_id: id, public_key: Buffer.from('key'), counter: 0, transports: [], created_at: new Date() }
  const passkeys = Array.from({ length: 10 }, (_, at) => ({ ...own, id: `own-${at}-${id}`, name: `Phone ${at}` }))
  await club.db.insertInto('passkeys').values(passkeys).execute()
  const { staff } = await accept(await invite(member.email), createAuthenticator(origin))
  expect(staff).toMatchObject({ email: member.email })
})

test('The only owner who answers an invitation with other roles is told why that can’t be, and stays', async () => {
  const owner = createAuthenticator(origin)
  const email = 'alone@club.example'
  const { staff } = await accept(await invite(email, ['owner']), owner)
  const now = new Date()
  const others = club.db.updateTable('staff_members').where('account_id', '!=', staff?.sub ?? '')
  const isOwner = others.where((row) => row(row.val('owner'), '=', row.fn.any('roles')))
  await isOwner.set({ ended_at: now }).where('ended_at', 'is', null).execute()
  try {
    const token = await invite(email, ['counter'])
    const { back } = await accept(token, createAuthenticator(origin))
    expect(back.text).toContain('You’re the only owner')
    expect((await staffSignInWith(owner)).staff).toMatchObject({ roles: ['owner'] })
  } finally {
    await isOwner.set({ ended_at: null }).where('ended_at', '=', now).execute()
  }
})

test('A passkey that somebody has as a member does not open the pages of staff, whoever added it', async () => {
  const { member, device } = await memberWithPasskey()
  const staffDevice = createAuthenticator(origin)
  await accept(await invite(member.email), staffDevice)
  const refused = await staffSignInWith(device)
  expect(refused.back.text).toContain('未能使用這個通行密鑰')
  expect(refused.staff).toBeNull()
  expect((await staffSignInWith(staffDevice)).staff).toMatchObject({ email: member.email })
})

test('Signing in as staff ends the session that the browser had, and an answer counts once', async () => {
  const device = createAuthenticator(origin)
  const visitor = createVisitor(origin)
  await accept(await invite('rotated@club.example'), device, visitor)
  const before = visitor.cookies().find(({ name }) => name === staffCookie(origin).name)
  const challenge = await challengeOf(visitor, '/identity/staff/request')
  const credential = device.get(challenge)
  await send(visitor, '/identity/staff/passkey', { credential })
  const request = new Request(origin, { headers: { cookie: `${before?.name}=${before?.value}` } })
  expect(await read(request)).toBeNull()
  const other = createVisitor(origin)
  expect((await send(other, '/identity/staff/passkey', { credential })).text).toContain('That passkey didn’t work.')
})

test('Whoever serves the club no more does not sign in, with whatever passkey', async () => {
  const device = createAuthenticator(origin)
  const { staff } = await accept(await invite('former@club.example'), device)
  await club.db
    .updateTable('staff_members')
    .set({ ended_at: new Date() })
    .where('account_id', '=', staff?.sub ?? '')
    .execute()
  expect((await staffSignInWith(device)).staff).toBeNull()
})

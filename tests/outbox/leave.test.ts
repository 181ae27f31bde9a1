import { array, assert, asyncProperty, boolean, constantFrom, nat, option, record } from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { Client } from '#src/api/client.ts'
import { endSession } from '#src/session/leave.ts'
import { rememberedMember } from '#src/session/member.ts'
import { createRevoker, hashOfToken } from '#src/session/revocations.ts'
import { readCredentials } from '#src/session/record.ts'
import { reconcileSession, startSession } from '#src/session/sessionLifecycle.ts'
import { forgetStoredRevocations, storedRevocations, storedToken } from '#src/session/storedSession.ts'
import { profileOf, userOf } from '#tests/support/profile.ts'
import { restart, sessionDisk, useSessionBrowser, watchWrites } from './sessionBrowser.ts'

// Any order of sign-ins, renewals and sign-outs, each of which may be killed between any two writes, and lose what
// localStorage was told last; the disk may be full, the databases and the network away.

useSessionBrowser()

/** The club: whose sign-in each token is of, and the sign-ins that go on. */
class FakeClub {
  readonly signInOf = new Map<string, number>()
  readonly live = new Set<number>()
  isReachable = true
  #count = 0

  issue(signIn = ++this.#count): string {
    const token = `token ${this.signInOf.size} of ${signIn}`
    this.signInOf.set(token, signIn)
    this.live.add(signIn)
    return token
  }

  async end(hash: string): Promise<void> {
    for (const [token, signIn] of this.signInOf) if ((await hashOfToken(token)) === hash) this.live.delete(signIn)
  }

  readonly client: Client = {
    call: async (_target, request) => {
      if (!this.isReachable) return { ok: false, error: { kind: 'network' } }
      const hash = Reflect.get(Object(request), 'token_hash')
      await this.end(String(hash))
      return { ok: true, data: Object({ success: true }) }
    },
  }
}

/** A kill between two writes of a step: where, and how many writes to localStorage are lost with it. */
const kill = option(record({ at: nat(30), lost: nat(8) }), { freq: 2 })
const step = record({
  what: constantFrom('ada', 'ben', 'renew', 'leave', 'leave', 'start', 'revoke'),
  disk: constantFrom('well', 'well', 'full', 'unreachable'),
  isOnline: boolean(),
  kill,
})

const elsewhere = { read: storedRevocations, forget: forgetStoredRevocations }

function revoke(club: FakeClub): Promise<boolean> {
  return createRevoker(club.client, elsewhere)()
}

async function act(club: FakeClub, what: string): Promise<unknown> {
  const member = rememberedMember()
  switch (what) {
    case 'leave':
      return await endSession()
    case 'start':
      return await reconcileSession()
    case 'revoke':
      return await revoke(club)
    case 'renew': {
      const token = storedToken()
      if (member === null || token === null) return undefined
      const successor = club.issue(club.signInOf.get(token))
      const user = userOf({ id: member.id })
      return await startSession({ token: successor, expiresAt: null, user }, () => storedToken() === token)
    }
    default: {
      // Somebody who signs in again is renewed at the provider, as far as this device goes.
      const token = member?.id === what ? storedToken() : null
      const issued = club.issue(token === null ? undefined : club.signInOf.get(token))
      const user = { member_profile: profileOf({ id: what }) }
      return await startSession({ token: issued, expiresAt: null, user })
    }
  }
}

it('Whatever fails or is killed on the way, who has left is signed in nowhere, and the club ends every sign-in that has ended here', async () => {
  let kills = 0
  let ended = 0
  const history = asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
    const club = new FakeClub()
    const violations: string[] = []
    restart({}, {})
    /** Sign-ins whose end nobody can know of: killed on the way in, or on the way out of a device without room. */
    const untold = new Set<number>()
    for (const { what, disk, isOnline, kill: killed } of steps) {
      sessionDisk.full = disk === 'full'
      sessionDisk.unreachable = disk === 'unreachable'
      club.isReachable = isOnline
      const before = new Set(club.live)
      const states = watchWrites()
      const outcome = await act(club, what)
      if (what === 'leave' && rememberedMember() !== null) violations.push('The page still shows somebody.')
      // Nobody has what was not stored.
      const isIn = ['ada', 'ben', 'renew'].includes(what) && outcome === 'stored'
      for (const signIn of club.live) if (!before.has(signIn) && (!isIn || killed)) untold.add(signIn)
      if (killed) {
        kills += 1
        const at = Math.min(killed.at, states.length - 1)
        const reached = states[at]
        const written = states[Math.max(0, at - killed.lost)]
        if (reached && written) restart(written.page, reached.databases)
        if (disk !== 'well') for (const signIn of before) untold.add(signIn)
      }
      const isDone = what === 'leave' && !killed && disk !== 'unreachable'
      if (isDone && (await readCredentials()) !== null) violations.push('The sender still has credentials.')
    }
    // Everything works again, and the app is opened.
    sessionDisk.full = false
    sessionDisk.unreachable = false
    club.isReachable = true
    await reconcileSession()
    expect(await revoke(club)).toBe(true)
    const credentials = await readCredentials()
    const token = storedToken()
    expect(credentials && { memberId: credentials.memberId, token: credentials.token }).toEqual(
      token === null ? null : { memberId: rememberedMember()?.id, token },
    )
    const here = token === null ? undefined : club.signInOf.get(token)
    // Of a sign-in over another that was killed, the other one is ended: both are asked again.
    const wasKilled = steps.some((each) => each.kill !== null)
    if (here !== undefined && !club.live.has(here) && !wasKilled) violations.push('Who is signed in has been ended.')
    const left = [...club.live].filter((signIn) => signIn !== here && !untold.has(signIn))
    ended += club.signInOf.size - club.live.size
    expect({ violations, left }).toEqual({ violations: [], left: [] })
    expect(storedRevocations()).toEqual([])
  })
  await assert(history, { numRuns: 400 })
  expect(Math.min(kills, ended)).toBeGreaterThan(100)
})

const hash = (digit: string) => digit.repeat(64)

it('A revocation that comes up while the club is told of another is told, too, and what is damaged holds up nothing', async () => {
  restart({}, {})
  sessionDisk.rows.set('owed damaged', 'damaged')
  const stored = ['7', [hash('a')], hash('b')]
  localStorage.setItem('club-bravo.sign-out-owed', JSON.stringify(stored))
  const told: string[] = []
  const waiting = Promise.withResolvers<undefined>()
  const client: Client = {
    call: async (target, request) => {
      const asked = v.safeParse(target.request, request)
      if (!asked.success)
        return {
          ok: false,
          error: { kind: 'http', status: 422, message: '', fields: {}, inShape: true, retryAfterMs: null },
        }
      told.push(String(Reflect.get(Object(asked.output), 'token_hash')))
      await waiting.promise
      return { ok: true, data: Object({ success: true }) }
    },
  }
  const revokeAll = createRevoker(client, elsewhere)
  const running = revokeAll()
  await expect.poll(() => told).toEqual([hash('b')])
  sessionDisk.rows.set(`owed ${hash('c')}`, hash('c'))
  expect(revokeAll()).toBe(running)
  waiting.resolve(undefined)
  expect(await running).toBe(true)
  expect(told).toEqual([hash('b'), hash('c')])
  expect([...sessionDisk.rows.keys()]).toEqual([])
  expect(storedRevocations()).toEqual([])
})

it('A sign-in that the club cannot end now holds up no other', async () => {
  restart({}, {})
  for (const digit of ['a', 'b']) sessionDisk.rows.set(`owed ${hash(digit)}`, hash(digit))
  const client: Client = {
    call: async (_target, request) =>
      Reflect.get(Object(request), 'token_hash') === hash('b')
        ? { ok: true, data: Object({ success: true }) }
        : {
            ok: false,
            error: { kind: 'http', status: 500, message: '', fields: {}, inShape: true, retryAfterMs: null },
          },
  }
  expect(await createRevoker(client)()).toBe(false)
  expect([...sessionDisk.rows.keys()]).toEqual([`owed ${hash('a')}`])
})

it('The page that has signed out logs the token out, another one revokes its hash; what is refused by the club is not asked again', async () => {
  restart({}, {})
  for (const digit of ['a', 'b', 'c', 'd', 'e', 'f']) sessionDisk.rows.set(`owed ${hash(digit)}`, hash(digit))
  const tokens = new Map([
    [hash('a'), 'known'],
    [hash('b'), 'refused'],
  ])
  const asked: string[] = []
  const statuses: Record<string, number> = { [hash('c')]: 404, [hash('d')]: 429, [hash('e')]: 403, refused: 401 }
  statuses[hash('f')] = 404
  const ofTheClub = new Set([hash('c'), hash('d')])
  const client: Client = {
    call: async ({ path }, request, options) => {
      const what = options?.token ?? String(Reflect.get(Object(request), 'token_hash'))
      asked.push(`${path.replace('/api/auth/', '')} ${what}`)
      const status = statuses[what]
      return status === undefined
        ? { ok: true, data: Object({ success: true }) }
        : {
            ok: false,
            error: {
              kind: 'http',
              status,
              message: '',
              fields: {},
              inShape: ofTheClub.has(what),
              retryAfterMs: null,
            },
          }
    },
  }
  expect(await createRevoker(client, undefined, tokens)()).toBe(false)
  const revoked = ['b', 'c', 'd', 'e', 'f'].map((digit) => `revoke ${hash(digit)}`)
  expect(asked).toEqual(['logout known', 'logout refused', ...revoked])
  // Who has asked too often asks later, and whom a network's own page has refused, or told that there is nothing.
  expect([...sessionDisk.rows.keys()]).toEqual(['d', 'e', 'f'].map((digit) => `owed ${hash(digit)}`))
  expect([...tokens.keys()]).toEqual([])
})

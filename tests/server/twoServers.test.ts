import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { rotateKey } from '#server/commands/keyRotation.ts'
import { newMember } from '#tests/support/members.ts'
import { renewTokens, signInAtProvider } from '#tests/support/relyingParty.ts'
import { asStaff } from '#tests/support/staff.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { patient } from '#tests/support/patience.ts'

let club: TwoServers
beforeAll(async () => {
  club = await startTwoServers()
})
afterAll(() => club.close())

const keyOf = ({ id_token: idToken }: { id_token: string }) => decodeProtectedHeader(idToken).kid

test('When keys are rotated, every server accepts the new one at once, signs with it soon, and knows the old ones', async () => {
  const { servers, db } = club
  const [first, second] = servers
  const { origin } = first
  const address = `http://127.0.0.1:${second.port}`
  const member = await newMember(db)
  const visitor = createVisitor(origin)
  const before = await signInAtProvider(origin, member, visitor)

  const config = { dataDir: first.dataDir, tokenDays: 30 }
  await asStaff(() => rotateKey(db, 'cookies', config))
  const rotated = await asStaff(() => rotateKey(db, 'tokens', config))
  expect(rotated).not.toBe(keyOf(before))
  const logIn = async (idToken: string) => {
    const response = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: member.email, password: decodeJwt(idToken).sub, id_token: idToken }),
    })
    return v.parse(v.object({ token: v.string() }), await response.json()).token
  }
  visitor.prove(await logIn(before.id_token))

  // The sign-in goes on: its cookies are those of before.
  const renewed = () => renewTokens(origin, visitor)
  let newest = await renewed()
  const isRotated = async () => {
    newest = await renewed()
    return keyOf(newest)
  }
  await expect.poll(isRotated, { timeout: patient(30_000), interval: 500 }).toBe(rotated)
  expect(await logIn(newest.id_token)).toBeTruthy()
  const published = async () => {
    const answer: { keys: { kid: string }[] } = JSON.parse(await (await fetch(`${address}/identity/jwks`)).text())
    return answer.keys.map(({ kid }) => kid)
  }
  await expect.poll(published, { timeout: patient(30_000), interval: 500 }).toEqual([rotated, keyOf(before)])
})

import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateIdentityKeys } from '#server/identity/keys.ts'
import { newMember } from '#tests/support/members.ts'
import { renewTokens, signInAtProvider } from '#tests/support/relyingParty.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'
import { createVisitor } from '#tests/support/visitor.ts'

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

  const rotated = await rotateIdentityKeys(db)
  expect(rotated).not.toBe(keyOf(before))
  const logIn = async (idToken: string) => {
    const response = await fetch(`${address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: member.email, password: decodeJwt(idToken).sub, id_token: idToken }),
    })
    return response.status
  }
  expect(await logIn(before.id_token)).toBe(200)

  // The sign-in goes on: its cookies and refresh tokens are those of before.
  let { refresh_token: refreshToken } = before
  const renewed = async () => {
    const tokens = await renewTokens(origin, refreshToken)
    refreshToken = tokens.refresh_token
    return tokens
  }
  let newest = await renewed()
  const isRotated = async () => {
    newest = await renewed()
    return keyOf(newest)
  }
  await expect.poll(isRotated, { timeout: 30_000, interval: 500 }).toBe(rotated)
  expect(await logIn(newest.id_token)).toBe(200)
  const published = async () => {
    const answer: { keys: { kid: string }[] } = JSON.parse(await (await fetch(`${address}/identity/jwks`)).text())
    return answer.keys.map(({ kid }) => kid)
  }
  await expect.poll(published, { timeout: 30_000, interval: 500 }).toEqual([rotated, keyOf(before)])
})

test('A refresh token that two servers are asked to renew at the same moment has one successor', async () => {
  const { origin, port } = club.servers[0]
  const { refresh_token: refreshToken } = await signInAtProvider(origin, await newMember(club.db))
  const addresses = [port, club.servers[1].port].map((each) => `http://127.0.0.1:${each}`)
  const renewed = await Promise.all(addresses.map((address) => renewTokens(origin, refreshToken, address)))
  expect(new Set(renewed.map(({ refresh_token: successor }) => successor)).size).toBe(1)
})

import { randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { rotateKey } from '#server/commands/keyRotation.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { renewTokens, signInAtProvider } from '#tests/support/relyingParty.ts'
import { asStaff } from '#tests/support/staff.ts'
import { startTwoServers, type TwoServers } from '#tests/support/twoServers.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { pdfOfSize, youthForm } from '#tests/support/youngApplicant.ts'
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
  await rotateKey(asStaff(db), 'cookies', config)
  const rotated = await rotateKey(asStaff(db), 'tokens', config)
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

test('Student cards that a member sends through two servers at once make one application with one of them', async () => {
  const { servers, db } = club
  const countries = { 'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]' }
  await importFiles(db, { ...validFiles(), ...countries, 'countries/en.md': '# hk\n## name\nHong Kong\n' })
  const member = await newcomer(db)
  const token = await giveToken(db, member.id)
  const send = async (port: number, size: number, key: string) => {
    const card = pdfOfSize(size).toString('base64')
    const body = JSON.stringify(youthForm(member, { _student_card_base64: card }))
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(endpoints.updateProfile, 'club-bravo')}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, 'Idempotency-Key': key },
      body,
    })
    return { status: response.status, body: await response.text() }
  }
  const key = randomUUID()
  const same = await Promise.all(servers.map(({ port }) => send(port, 1_000_000, key)))
  expect(same.map(({ status }) => status)).toContain(200)
  for (const { status } of same) expect([200, 409]).toContain(status)
  const sizes = [2_000_000, 3_000_000]
  const others = await Promise.all(servers.map(({ port }, index) => send(port, sizes[index] ?? 0, randomUUID())))
  expect(others.map(({ status }) => status)).toEqual([200, 200])
  const cards = await db
    .selectFrom('student_cards')
    .select(['member_id', sql<number>`length(sealed)`.as('bytes')])
    .execute()
  expect(cards).toEqual([{ member_id: member.id, bytes: expect.any(Number) }])
  expect(sizes.filter((size) => Math.abs(size - (cards[0]?.bytes ?? 0)) < 1000)).toHaveLength(1)
})

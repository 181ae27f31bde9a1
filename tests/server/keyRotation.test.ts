import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { openStudentCard, saveStudentCard } from '#server/services/membership/studentCards.ts'
import { addSealingKey, forgetKeysBefore, readSealingKeys, sealingFile } from '#server/sealing/sealingKeys.ts'
import { start } from '#server/startup/start.ts'
import type { Database } from '#server/store/tables.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { runCommand } from '#tests/support/commands.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { freePort } from '#tests/support/ports.ts'
import { enterClub, renewTokens, signInAtProvider } from '#tests/support/relyingParty.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { asStaff } from '#tests/support/staff.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { createVisitor } from '#tests/support/visitor.ts'
import { newDataFolder, scanAndConfirm, type TestApi, testApi } from './testApi.ts'
import { patient } from '#tests/support/patience.ts'

let server: RunningServer
let club: ClubDatabase
let api: TestApi
beforeAll(async () => {
  server = await startServer()
  club = await openClubDatabase(server.dataDir)
  api = await testApi()
})
afterAll(async () => {
  await club.close()
  await server.stop()
  await api.close()
})

/** Runs an operator's words, which have to succeed. Resolves to what they print. */
async function run(dataDir: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(dataDir, ['rotate', ...words])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

const keyOf = (idToken: string) => decodeProtectedHeader(idToken).kid ?? ''

/** Somebody who signs in at the provider, and the status with which the club takes an id_token of theirs. */
async function signIn() {
  const member = await newMember(club.db)
  const visitor = createVisitor(server.origin)
  await enterClub(server.origin, await signInAtProvider(server.origin, member, visitor), visitor)
  const { id_token: first } = await renewTokens(server.origin, visitor)
  const logIn = async (idToken: string) => {
    const response = await fetch(`${server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: member.email, password: decodeJwt(idToken).sub, id_token: idToken }),
    })
    await response.body?.cancel()
    return response.status
  }
  return { first, logIn, renew: async () => (await renewTokens(server.origin, visitor)).id_token }
}

async function published(): Promise<string[]> {
  const { keys }: { keys: { kid: string }[] } = JSON.parse(await (await fetch(`${server.origin}/identity/jwks`)).text())
  return keys.map(({ kid }) => kid)
}

const soon = { timeout: patient(30_000), interval: 250 }

test('After a rotation, the old key’s id_tokens are accepted for a quarter of an hour, and then neither key nor tokens count', async () => {
  const { first, renew, logIn } = await signIn()
  const second = await renew()
  expect(await run(server.dataDir)).toContain('Those of the keys before are refused in 15 minutes.')
  expect(await logIn(first)).toBe(200)

  const { retires_at: retiresAt } = await club.db
    .selectFrom('signing_keys')
    .select('retires_at')
    .where('kid', '=', keyOf(first))
    .executeTakeFirstOrThrow()
  const minutes = ((retiresAt?.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14)
  expect(minutes).toBeLessThanOrEqual(15)

  // As if it had been rotated away a day ago.
  await club.db
    .updateTable('signing_keys')
    .set({ retires_at: sql<Date>`now() - interval '23 hours 45 minutes'` })
    .where('kid', '=', keyOf(first))
    .execute()
  expect(await logIn(second)).toBe(401)
  await expect.poll(published, soon).not.toContain(keyOf(first))
  const third = await renew()
  expect(await logIn(third)).toBe(200)
})

test('A key that is known to others ends at once, also the only one', async () => {
  const { first, renew, logIn } = await signIn()
  expect(await run(server.dataDir, 'retire')).toContain('Sign-ins count with the key')
  expect(await logIn(first)).toBe(401)
  await expect.poll(published, soon).not.toContain(keyOf(first))
  expect(await published()).toHaveLength(1)

  // Its cookies ended with it: the provider asks for the password again.
  await expect(renew()).rejects.toThrow('The provider would have to ask.')
  const again = await signIn()
  expect(await again.logIn(again.first)).toBe(200)
})

const cookieKeys = () => club.db.selectFrom('signing_keys').selectAll().where('purpose', '=', 'cookie')

test('Cookies of the key before hold for as long as a sign-in lasts without being used', async () => {
  const { first, renew } = await signIn()
  const [before] = await cookieKeys().where('retires_at', 'is', null).execute()
  expect(await run(server.dataDir)).toContain('Those of the keys before hold for 30 days.')
  await expect.poll(async () => (await published())[0], soon).not.toBe(keyOf(first))
  expect(await renew()).toEqual(expect.any(String))
  const { retires_at: end } = await cookieKeys()
    .where('kid', '=', before?.kid ?? '')
    .executeTakeFirstOrThrow()
  expect(((end?.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
})

test('No private key is readable in the database', async () => {
  for (const { db } of [club, api]) {
    const keys = await db.selectFrom('signing_keys').select(['purpose', 'jwk']).execute()
    expect(keys.length).toBeGreaterThan(0)
    for (const { jwk } of keys)
      expect(Object.keys(jwk).filter((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].includes(name))).toEqual([])
  }
})

const kidOf = ({ code }: { code: string }) => decodeProtectedHeader(code).kid ?? ''

test('Tickets of the key before are checked by phones until it is retired, and give points after that, too', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const [claimed, kept] = [await issueTicket(api.db), await issueTicket(api.db)]
  expect(await run(api.dataDir, 'tickets')).toContain('Those of the keys before stay good')
  const sold = await issueTicket(api.db)
  const keys = async () => {
    const { body } = await api.call(endpoints.staticContents, {})
    expect(body['ticket_keys']).toEqual(await findTicketKeys(api.db))
    return (await findTicketKeys(api.db)).map(({ kid }) => kid)
  }
  expect(await keys()).toEqual([kidOf(sold), kidOf(claimed)])
  expect((await scanAndConfirm(api, token, claimed.code)).body).toMatchObject({ status: 'success' })

  const oldKey = api.db.selectFrom('signing_keys').select('jwk').where('kid', '=', kidOf(kept))
  expect(Object.keys((await oldKey.executeTakeFirstOrThrow()).jwk).toSorted()).toEqual(['crv', 'kty', 'x'])

  await run(api.dataDir, 'retire', 'tickets')
  expect(await keys()).toEqual([kidOf(sold)])
  for (const { code } of [kept, sold])
    expect((await scanAndConfirm(api, token, code)).body).toMatchObject({ status: 'success' })
})

function saveCard(transaction: Transaction<Database>, memberId: string, bytes: Buffer): Promise<void> {
  const saving = { readKeys: api.dependencies.sealingKeys, now: new Date() }
  return saveStudentCard(transaction, { type: 'application/pdf', bytes, memberId }, saving)
}

async function sendCard({ id }: TestMember): Promise<Buffer> {
  const bytes = Buffer.from(`%PDF-1.7 of ${id}`)
  await inTransaction(api.serverDb, (transaction) => saveCard(transaction, id, bytes))
  return bytes
}

test('Cards open after a rotation of their key; once it is retired, it opens nothing that is stored', async () => {
  const [early, late] = [await newMember(api.db), await newMember(api.db)]
  const file = join(api.dataDir, sealingFile)
  const before = await readSealingKeys(api.dataDir)
  const earlyCard = await sendCard(early)
  expect(await run(api.dataDir, 'cards')).toContain(`Copy the file to every server`)
  const lateCard = await sendCard(late)
  const open = async ({ id }: TestMember) => {
    const opened = await openStudentCard(asStaff(api.serverDb), id, await readSealingKeys(api.dataDir))
    return opened.kind === 'opened' ? opened.card.bytes : opened.kind
  }
  expect([await open(early), await open(late)]).toEqual([earlyCard, lateCard])

  await run(api.dataDir, 'retire', 'cards')
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(1)
  expect([await open(early), await open(late)]).toEqual([earlyCard, lateCard])
  expect(await openStudentCard(asStaff(api.serverDb), early.id, before)).toEqual({ kind: 'other_key' })
  // Private keys of the database go with them.
  expect(await issueTicket(api.db)).toMatchObject({ amount: 100 })
  await run(api.dataDir, 'tickets')
})

test('A card that is being stored while its key is retired is not lost', async () => {
  const member = await newMember(api.db)
  const bytes = Buffer.from('%PDF-1.7 of somebody with a slow line')
  const other = await openClubDatabase(api.dataDir)
  onTestFinished(other.close)
  const retiring: Promise<string>[] = []
  await other.db.transaction().execute(async (transaction) => {
    await saveCard(transaction, member.id, bytes)
    retiring.push(run(api.dataDir, 'retire', 'cards'))
    await Promise.race([...retiring, whenWaiting(other.db)])
  })
  await Promise.all(retiring)
  const opened = await openStudentCard(asStaff(api.serverDb), member.id, await readSealingKeys(api.dataDir))
  expect(opened).toMatchObject({ kind: 'opened', card: { bytes } })
})

/** Resolves when somebody waits for a lock of the database. */
async function whenWaiting(db: TestApi['db']): Promise<void> {
  const waiting = async () =>
    (await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)).rows.length
  await expect.poll(waiting, soon).toBeGreaterThan(0)
}

test('A server that cannot read its keys again goes on with those that it has, and says so', async () => {
  const file = join(server.dataDir, sealingFile)
  const whole = await readFile(file, 'utf8')
  onTestFinished(() => writeFile(file, whole))
  const known = await published()
  await writeFile(file, 'no key\n')
  const said = async () => {
    expect(await published()).toEqual(known)
    return server.output()
  }
  await expect.poll(said, soon).toMatch(/cannot be read again.*does not hold keys/s)
})

test('No key is forgotten while a card needs one that is not in the file', async () => {
  const member = await newMember(api.db)
  await sendCard(member)
  const file = join(api.dataDir, sealingFile)
  const whole = await readFile(file, 'utf8')
  await api.db.updateTable('student_cards').set({ key_id: 'lost' }).where('member_id', '=', member.id).execute()
  const { code, stderr } = await runCommand(api.dataDir, ['rotate', 'retire', 'cards'])
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('No key was retired') })
  expect(await readFile(file, 'utf8')).toContain(whole)
  await api.db.deleteFrom('student_cards').where('member_id', '=', member.id).execute()
})

test('A server without the key of its database does not start, and says which file it needs', async () => {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  const { stdout } = await runCommand(server.dataDir, ['database'])
  const environment = { PORT: String(await freePort()), DATA_DIR: folder.dataDir, DATABASE_URL: stdout.trim() }
  const config = readConfig({ ...environment, SEED: 'none' })
  await expect(start({ config, log: createLog('silent'), dev: false })).rejects.toThrow(
    `The private keys in the database are sealed with another key than those of ${sealingFile} in DATA_DIR: copy this file from the server that started first.`,
  )
  // One of its own would hide that it is missing.
  await expect(readFile(join(folder.dataDir, sealingFile))).rejects.toThrow('ENOENT')
})

test('No key is forgotten when the file was replaced meanwhile, nor one that was added', async () => {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  const [first] = await readSealingKeys(folder.dataDir)
  await addSealingKey(folder.dataDir)
  const [second] = await readSealingKeys(folder.dataDir)
  await addSealingKey(folder.dataDir)
  const keys = await readSealingKeys(folder.dataDir)
  await expect(forgetKeysBefore(folder.dataDir, Buffer.alloc(32))).rejects.toThrow('no key of it was forgotten')
  expect(await readSealingKeys(folder.dataDir)).toEqual(keys)
  await forgetKeysBefore(folder.dataDir, second)
  expect(await readSealingKeys(folder.dataDir)).toEqual([keys[0], second])
  expect(keys.at(-1)).toEqual(first)
})

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { pdfOfSize, youthForm } from '#tests/support/youngApplicant.ts'

let server: RunningServer
let club: ClubDatabase
beforeAll(async () => {
  server = await startServer()
  club = await openClubDatabase(server.dataDir)
})
afterAll(async () => {
  await club.close()
  await server.stop()
})

const path = pathOf(endpoints.updateProfile, 'club-bravo')

async function applicant() {
  const member = await newcomer(club.db)
  const token = await giveToken(club.db, member.id)
  const card = { _student_card_base64: pdfOfSize(1024 * 1024).toString('base64') }
  const body = Buffer.from(JSON.stringify(youthForm(member, card)))
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(body.length),
    Authorization: `Bearer ${token}`,
    'Idempotency-Key': randomUUID(),
  }
  /** Sends the first half on a line that breaks then. */
  const sendHalf = async () => {
    const lines = Object.entries({ Host: `localhost:${server.port}`, ...headers }).map((pair) => pair.join(': '))
    const socket = connect(server.port, '127.0.0.1')
    socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    socket.write(body.subarray(0, body.length / 2), () => socket.end())
    socket.on('error', () => undefined)
    socket.resume()
    await once(socket, 'close')
  }
  const send = () => fetch(server.origin + path, { method: 'POST', headers, body })
  const counted = async () => {
    const rows = await club.db.selectFrom('rate_limits').select('used').where('used', '>', 0).execute()
    return rows.length
  }
  return { sendHalf, send, counted }
}

test('Whose line breaks again and again still gets a card in, and a lost answer costs nothing', async () => {
  const { sendHalf, send, counted } = await applicant()
  const before = await counted()
  for (let count = 0; count < 7; count += 1) {
    await sendHalf()
    await expect.poll(counted).toBe(before)
  }
  for (let count = 0; count < 7; count += 1) expect((await send()).status).toBe(200)
})

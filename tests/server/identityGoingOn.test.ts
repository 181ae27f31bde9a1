import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { exchangeCode, requestSignIn } from '#tests/support/relyingParty.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { createVisitor, linkOf } from '#tests/support/visitor.ts'

let server: RunningServer
let club: ClubDatabase
let origin: string

beforeAll(async () => {
  server = await startServer()
  origin = server.origin
  club = await openClubDatabase(server.dataDir)
})

afterAll(async () => {
  await club.close()
  await server.stop()
})

const password = 'seven violins and a harp'

/** Asks for an account, and opens the mail’s link in another browser. Resolves to the way on from the first one. */
async function askAndVerify(email: string) {
  const [visitor, elsewhere] = [createVisitor(origin), createVisitor(origin)]
  const request = requestSignIn(origin, { prompt: 'create' })
  const page = await visitor.open(request.address)
  const checkMail = await visitor.submit(page, { email, password, repeat: password })
  await elsewhere.submit(await elsewhere.open(linkIn(await lastMailTo(club.db, email))), { password })
  return { visitor, elsewhere, request, goOn: linkOf(checkMail, 'Continue to Club Bravo') }
}

test.each(['en', 'tc'])(
  'Who has opened the mail’s link elsewhere goes on without typing the password again (%s)',
  async (lang) => {
    const email = `goes-on-${lang}@club.example`
    const { visitor, request, goOn } = await askAndVerify(email)
    const back = await visitor.open(goOn.replace('lang=en', `lang=${lang}`))
    const tokens = await exchangeCode(origin, request, back.url)
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email, email_verified: true })
  },
)

test('Only the browser that asked for the account goes on without the password', async () => {
  const { elsewhere, goOn } = await askAndVerify('goes-on@club.example')
  const next = await elsewhere.open(goOn)
  expect([next.status, next.url.searchParams.get('code')]).toEqual([400, null])
})

test('Where the password has changed since, it is asked for', async () => {
  const email = 'changed@club.example'
  const { visitor, goOn } = await askAndVerify(email)
  const changed = club.db.updateTable('identity_accounts').set({ password_hash: 'another' })
  await changed.where('email', '=', email).execute()
  expect((await visitor.open(goOn)).text).toContain('<h1>Sign in</h1>')
})

import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { exchangeCode, requestSignIn } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, linkOf } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const password = 'seven violins and a harp'

/** Asks for an account. Resolves to the way on. */
async function ask(email: string, chosen = password) {
  const visitor = createVisitor(origin)
  const request = requestSignIn(origin, { prompt: 'create' })
  const page = await visitor.open(request.address)
  const checkMail = await visitor.submit(page, { email, password: chosen })
  return { visitor, request, goOn: linkOf(checkMail, 'Continue to Club Bravo') }
}

/** The same, and opens the mail’s link in another browser. */
async function askAndVerify(email: string) {
  const asked = await ask(email)
  const elsewhere = createVisitor(origin)
  await elsewhere.submit(await elsewhere.open(linkIn(await lastMailTo(club, email))), { password })
  return { ...asked, elsewhere }
}

test('Who has just created an account goes on without typing the password again', async () => {
  const email = 'just-created@club.example'
  const { visitor, request, goOn } = await ask(email)
  const tokens = await exchangeCode(origin, request, (await visitor.open(goOn)).url)
  expect(decodeJwt(tokens.id_token)).toMatchObject({ email, email_verified: false })
})

test('Who claims an address that has an account is not signed in, verified or not, and is told how to go on', async () => {
  for (const verified of [true, false]) {
    const { email } = await newMember(club.db, { verified })
    const { visitor, goOn } = await ask(email)
    const next = await visitor.open(goOn)
    expect(next.text).toContain('<h1>Sign in</h1>')
    expect(next.text).toContain('Our email tells you how to carry on.')
    expect(next.url.searchParams.get('code')).toBeNull()
  }
})

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

import { endpoints } from '#contract/index.ts'
import { type Client, dataOf } from './client.ts'
import type { SpoiltClub } from './club.ts'
import type { SpoiltGateway } from './gateway.ts'
import type { Registrant } from './plan.ts'

/** What somebody who has joined was told. */
export interface Joined {
  registrant: Registrant
  /** The references of the orders that the app was given. */
  orders: string[]
  /** Whether a token or an old membership was said to be theirs. */
  hasOffer: boolean
}

interface Surroundings {
  club: SpoiltClub
  client: Client
  gateway: SpoiltGateway
}

type Of<Route extends Registrant['route']> = Extract<Registrant, { route: Route }>

/**
 * Makes the club account of a confirmed sign-in. A lost answer shows when it is asked for again: the address is used.
 */
async function register({ email, subject }: Registrant, { club, client }: Surroundings): Promise<void> {
  const person = { email, subject }
  const request = { email, password: subject, password_confirmation: subject, id_token: await club.idToken(person) }
  const answered = await client.call(endpoints.registerAccount, request)
  if (answered.status !== 422) dataOf(answered)
}

/** Logs in. An `id_token` does so once: after a lost answer the provider gives another one. */
async function logIn({ email, subject }: Registrant, { club, client }: Surroundings): Promise<string> {
  for (;;) {
    const idToken = await club.idToken({ email, subject })
    const answered = await client.call(endpoints.login, { login: email, password: subject, id_token: idToken })
    if (answered.status !== 401) return dataOf(answered).token
  }
}

async function pay(
  { route, paying }: Of<'red' | 'ya'>,
  token: string,
  { client, gateway }: Surroundings,
): Promise<string[]> {
  const endpoint = route === 'ya' ? endpoints.youthPayment : endpoints.tierPayment
  const order = async () => dataOf(await client.call(endpoint, {}, token)).tier_payment.order_ref
  const first = await order()
  switch (paying) {
    case 'at once':
      await gateway.pay(first)
      return [first]
    case 'after a refusal by the bank':
      await gateway.refuse(first)
      await gateway.pay(first)
      return [first]
    case 'never':
      return [first]
    case 'one order twice':
      await Promise.all([gateway.pay(first), gateway.pay(first)])
      return [first]
    case 'a wrong amount first':
      await gateway.pay(first, 'wrong_amount')
      await gateway.pay(first)
      return [first]
    case 'in another currency only':
      await gateway.pay(first, 'wrong_currency')
      return [first]
    case 'the second order':
    case 'the first order, after the second was made':
    case 'both orders': {
      const second = await order()
      const paid = { 'the second order': [second], 'both orders': [first, second] }[paying as string] ?? [first]
      await Promise.all(paid.map((orderRef) => gateway.pay(orderRef)))
      return [first, second]
    }
  }
}

async function redeem(registrant: Of<'sc' | 'free-tier-upgrade'>, token: string, { client }: Surroundings) {
  const { route, token: text, email } = registrant
  const answered =
    route === 'sc'
      ? await client.call(endpoints.setScTokenUsed, { sc_token: text, user_email: email }, token)
      : await client.call(
          endpoints.setFreeUpgradeTokenUsed,
          { free_tier_upgrade_token: text, user_email: email },
          token,
        )
  if (answered.status !== 422) dataOf(answered)
  return answered.status === 200
}

async function migrate(registrant: Of<'existing'>, token: string, { client }: Surroundings): Promise<boolean> {
  const { memberNo, lastName, email } = registrant
  const claim = { cb_member_no: memberNo, last_name: lastName, email_or_mobile: email }
  dataOf(await client.call(endpoints.profileMigrated, claim, token))
  return true
}

/** What distinguishes the forms that are more than a profile. */
function flagsOf(registrant: Registrant): Record<string, unknown> {
  if (registrant.route === 'ya') return { _is_ya_form: true, _student_card_base64: registrant.card }
  return registrant.route === 'red' ? { _is_paying_red: true } : {}
}

/** Joins by one's route, from the account to what gives the tier. */
export async function join(registrant: Registrant, surroundings: Surroundings): Promise<Joined> {
  const { client } = surroundings
  await register(registrant, surroundings)
  const token = await logIn(registrant, surroundings)
  const { route, form } = registrant
  dataOf(await client.call(endpoints.saveChosenRegistrationForm, { registration_form_type: route }, token))
  const update = { ...form, ...flagsOf(registrant) }
  dataOf(await client.call(endpoints.updateProfile, update, token))
  switch (registrant.route) {
    case 'free':
      return { registrant, orders: [], hasOffer: false }
    case 'red':
    case 'ya':
      return { registrant, orders: await pay(registrant, token, surroundings), hasOffer: false }
    case 'sc':
    case 'free-tier-upgrade':
      return { registrant, orders: [], hasOffer: await redeem(registrant, token, surroundings) }
    case 'existing':
      return { registrant, orders: [], hasOffer: await migrate(registrant, token, surroundings) }
  }
}

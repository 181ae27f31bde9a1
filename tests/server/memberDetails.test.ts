import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { takePoints } from '#server/services/points/points.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, validFiles())
})
afterAll(() => api.close())

test('The progress towards the next tier counts this year’s tickets, programmes and points, as the profile does', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const [first, second] = await issueTickets(api.db, { count: 2 })
  const other = await issueTicket(api.db)
  for (const ticket of [first, second, other]) await scanAndConfirm(api, token, ticket?.code ?? '')
  const { body } = await api.call(endpoints.tierProgress, {}, { token })
  expect(body['upgrade_progress']).toMatchObject({
    annualTicket: 3,
    annualNumberOfProgramSynonyms: 2,
    totalAnnualEarnedPoint: [first, second, other].reduce((sum, ticket) => sum + (ticket?.amount ?? 0), 0),
  })
  const { body: me } = await api.call(endpoints.me, {}, { token })
  expect(me['user']).toMatchObject({ member_profile: { upgrade_progress: body['upgrade_progress'] } })
})

test('The profile has every field of the member, and none of a missing address', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const profile = async () => {
    const { body } = await api.call(endpoints.me, {}, { token })
    return v.parse(endpoints.me.answer, body).user.member_profile
  }
  expect(await profile()).toMatchObject({ shipping_address_1: [], interest_id: [], consent: false, school_name: null })
  const address = {
    flat_or_unit: 'A',
    floor: '12',
    block_or_phase: null,
    house_or_building_estate: 'Harbour Court',
    road_or_street: '1 Pier Road',
    district: 'Central and Western',
    country: 'hk',
  }
  const young = {
    guardian_name: 'Grace Chan',
    guardian_email: 'grace@club.example',
    guardian_mobile: '51234567',
    school_name: 'Pier Road School',
    school_type: 'secondary_school',
  }
  await api.db
    .updateTable('members')
    .set({ ...address, ...young, consent: true, interest_id: JSON.stringify(['concerto']) })
    .where('id', '=', member.id)
    .execute()
  expect(await profile()).toMatchObject({
    ...young,
    consent: true,
    interest_id: ['concerto'],
    shipping_address_1: [{ memberProfile: address }],
  })
})

test('Email and member number are confirmed for their owner alone, in any letter case', async () => {
  const [member, other] = [await newMember(api.db), await newMember(api.db)]
  const number = `CB-${member.id.slice(0, 6)}`
  await api.db.updateTable('members').set({ member_no: number }).where('id', '=', member.id).execute()
  const [own, foreign] = [await api.signIn(member.id), await api.signIn(other.id)]
  const check = async (token: string, email: string, member_no: string) =>
    (await api.call(endpoints.emailAndMemberNo, { email, member_no }, { token })).body['success']
  expect(await check(own, member.email, number)).toBe(true)
  expect(await check(own, ` ${member.email.toUpperCase()}`, number.toLowerCase())).toBe(true)
  expect(await check(own, member.email, 'CB000000')).toBe(false)
  expect(await check(own, other.email, number)).toBe(false)
  // Another member learns nothing about them, nor by a number that is missing.
  expect(await check(foreign, member.email, number)).toBe(false)
  expect(await check(foreign, other.email, 'null')).toBe(false)
  expect((await api.call(endpoints.emailAndMemberNo, { email: member.email }, { token: own })).status).toBe(422)
  expect((await api.call(endpoints.emailAndMemberNo, { email: member.email, member_no: number })).status).toBe(401)
})

test('Redeemed rewards are counted for each item of the member', async () => {
  const [member, other] = [await newMember(api.db), await newMember(api.db)]
  const token = await api.signIn(member.id)
  const { code } = await issueTicket(api.db)
  await scanAndConfirm(api, token, code)
  const redeem = (reference: string, alias: string, quantity: number) =>
    inTransaction(api.serverDb, async (db) => {
      const cause = { memberId: member.id, code: 'Reward Redemption', reference, now: new Date() }
      const taken = await takePoints(db, cause, quantity)
      if (taken.kind === 'short') throw new Error('Too few points')
      const redemption = { entryId: taken.entryId, alias, quantity, refNo: reference }
      await addRedemption(db, { ...redemption, delivery: null, address: null, vouchers: [] })
    })
  await redeem('first', 'tote', 2)
  await redeem('second', 'tote', 1)
  await redeem('third', 'no longer offered', 1)
  const { body: found } = await api.call(endpoints.listRedeemItems, {}, { token })
  const tote = v.parse(endpoints.listRedeemItems.answer, found).allRedeemedItems.find(({ alias }) => alias === 'tote')
  const count = async (reader: string) => (await api.call(endpoints.redeemedItemNumber, {}, { token: reader })).body
  expect(await count(token)).toEqual({ redeemed_items: [{ item_id: tote?.id, number: 3 }] })
  expect(await count(await api.signIn(other.id))).toEqual({ redeemed_items: [] })
})

test('What was redeemed is never changed, deleted or emptied', async () => {
  await expect(api.db.updateTable('redemptions').set({ quantity: 9 }).execute()).rejects.toThrow('append-only')
  await expect(api.db.deleteFrom('redemptions').execute()).rejects.toThrow('append-only')
  await expect(api.serverDb.deleteFrom('redemptions').execute()).rejects.toThrow('permission denied')
})

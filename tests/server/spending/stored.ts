import * as v from 'valibot'
import { expect } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { expirePoints } from '#server/services/points/points.ts'
import { pointsOf } from '#tests/support/members.ts'
import { balance, liveBuckets, takenPlaces } from './model.ts'
import type { World } from './world.ts'

async function storedOf({ api, model }: World, { id, token }: World['members'][number]) {
  const buckets = await api.db
    .selectFrom('point_buckets')
    .select(['remaining', 'expires_at'])
    .where('member_id', '=', id)
    .where('remaining', '>', 0)
    .where('expires_at', '>', new Date(model.now))
    .orderBy('expires_at')
    .orderBy('id')
    .execute()
  const conversions = await api.db
    .selectFrom('miles_conversions')
    .innerJoin('point_transactions', 'point_transactions.id', 'miles_conversions.transaction_id')
    .select('miles')
    .where('member_id', '=', id)
    .execute()
  const listed = await api.call(endpoints.listRedeemedItems, {}, { token })
  const items = v.parse(endpoints.listRedeemedItems.answer, listed.body).redeemed_items
  const me = await api.call(endpoints.me, {}, { token })
  return {
    shown: v.parse(endpoints.me.answer, me.body).user.member_profile.available_points,
    entries: await pointsOf(api.db, id),
    buckets: buckets.map(({ remaining, expires_at: until }) => ({ left: remaining, until: until?.getTime() })),
    miles: conversions.reduce((sum, { miles }) => sum + miles, 0),
    vouchers: items.flatMap(({ couponArr }) => couponArr).length,
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
  }
}

/** Compares everything that the club has stored with the model. */
export async function compareStored(world: World): Promise<void> {
  const { api, model, members, redeemedBefore, registrations } = world
  await expirePoints(api.serverDb, new Date(model.now))
  for (const [index, who] of model.members.entries()) {
    const real = members[index]
    if (!real) throw new Error('A member is missing')
    const points = balance(who, model.now)
    expect(await storedOf(world, real)).toEqual({
      shown: points,
      entries: points,
      buckets: liveBuckets(who, model.now).map(({ left, until }) => ({ left, until })),
      miles: who.miles,
      vouchers: who.vouchers,
      pieces: [...who.pieces.values()].reduce((sum, quantity) => sum + quantity, 0),
    })
  }
  const stock = await api.db.selectFrom('reward_stock').selectAll().execute()
  for (const { alias, left } of model.rewards) {
    const row = stock.find((one) => one.alias === alias)
    expect({ alias, left: (row?.stock ?? 0) - (row?.redeemed ?? 0) }).toEqual({ alias, left })
    expect(row?.redeemed).toBeGreaterThanOrEqual(redeemedBefore.get(alias) ?? 0)
  }
  const places = await api.db.selectFrom('event_places').selectAll().execute()
  for (const event of model.events)
    expect(places.find(({ alias }) => alias === event.alias)).toEqual({
      alias: event.alias,
      places: event.places,
      taken: takenPlaces(event),
    })
  for (const { registration, refNo } of registrations) {
    const row = api.db.selectFrom('event_registrations').select(['state', 'quantity']).where('ref_no', '=', refNo)
    expect(await row.executeTakeFirst()).toEqual({ state: registration.state, quantity: registration.quantity })
  }
}

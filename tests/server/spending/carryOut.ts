import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { expect } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { promoteWaiting } from '#server/services/events/eventRegistrations.ts'
import { expirePoints } from '#server/services/points/points.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm } from '../testApi.ts'
import { cancel, convert, earn, promote, redeem, register, takenPlaces, type Told } from './model.ts'
import type { Step } from './steps.ts'
import { type Call, publish, soldOf, type World } from './world.ts'

type Of<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

const Answer = v.object({
  message: v.string(),
  error: v.optional(v.string()),
  availableQuantityOfRewardItem: v.optional(v.number()),
  result: v.optional(v.object({ remaining_points: v.number() })),
  registration: v.optional(v.object({ ref_no: v.string() })),
})

function toldBy(body: unknown): Told {
  const { message, error, availableQuantityOfRewardItem: left, result } = v.parse(Answer, body)
  return {
    message,
    ...(error !== undefined && { error }),
    ...(left !== undefined && { left }),
    ...(result && { remaining: result.remaining_points }),
  }
}

/** The element of a list that a step names; it wraps around. */
function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('The list is empty')
  return found
}

/** Calls with a key, and compares what the member is told with the model. */
async function perform(world: World, call: Omit<Call, 'body'>): Promise<void> {
  const { api, model, members } = world
  const { endpoint, request, key, member } = call
  const { body } = await api.call(endpoint, request, { token: at(members, member).token, key })
  const before = model.events.map(({ registrations }) => registrations.length)
  expect(toldBy(body)).toEqual(call.inModel(at(model.members, member)))
  world.calls.push({ ...call, body })
  model.events.forEach((event, index) => {
    const registration = event.registrations.at(-1)
    if (registration === undefined || event.registrations.length === before[index]) return
    const refNo = v.parse(Answer, body).registration?.ref_no ?? 'none'
    world.registrations.push({ event, registration, member, refNo })
  })
}

/** Asks once more under the same key. */
async function repeat(world: World, { which, change }: Of<'again'>): Promise<void> {
  if (world.calls.length === 0) return
  const { body, ...call } = at(world.calls, which)
  const { api, members } = world
  // A key is one member's: another one's request under it is another request.
  const other = (call.member + 1) % members.length
  const isKnown = world.calls.some(({ key, member }) => key === call.key && member === other)
  if (change === 'member') return isKnown ? undefined : perform(world, { ...call, member: other })
  const request = change === 'none' ? call.request : { ...call.request, quantity: 7, points_to_convert: 4000 }
  const again = await api.call(call.endpoint, request, { token: at(members, call.member).token, key: call.key })
  if (change === 'none') expect(again.body).toEqual(body)
  else expect(again.status).toBe(422)
}

async function scan({ api, model, members, tickets }: World, { member, times }: Of<'scan'>): Promise<void> {
  const key = randomUUID()
  for (const ticket of await issueTickets(api.db, { count: times, now: new Date(model.now) })) {
    const scanned = () =>
      scanAndConfirm(api, at(members, member).token, ticket.code, `${key.slice(0, -1)}${ticket.amount % 10}`)
    expect((await scanned()).body['status']).toBe('success')
    await scanned()
    earn(model, at(model.members, member), ticket.amount)
    tickets.push(ticket)
  }
}

/** An import, which is refused when members have or wait for what it would take away. */
async function changeSettings(world: World, change: Of<'new reward settings' | 'new event settings'>): Promise<void> {
  const { model } = world
  const changed = { ...model, rewards: [...model.rewards], events: [...model.events] }
  let isRefused: boolean
  if (change.kind === 'new reward settings') {
    const { stock, points, isActive } = change
    const reward = at(model.rewards, change.reward)
    const left = stock - soldOf(model, reward.alias)
    changed.rewards[change.reward] = { ...reward, points, isActive, left }
    isRefused = left < 0
  } else {
    const { places, normalQuota, isRemoved } = change
    const event = at(model.events, change.event)
    const isWanted = event.registrations.some(({ state }) => state !== 'cancelled')
    if (isRemoved && !isWanted) return
    if (isRemoved) changed.events.splice(change.event, 1)
    else changed.events[change.event] = { ...event, places, normalQuota }
    isRefused = isRemoved || places < takenPlaces(event)
  }
  if (isRefused)
    return expect(publish(world, changed)).rejects.toThrow(/have been redeemed|are taken|has registrations/)
  await publish(world, changed)
  changed.rewards.forEach((reward, index) => Object.assign(at(model.rewards, index), reward))
  changed.events.forEach((event, index) => Object.assign(at(model.events, index), event))
}

const carriers: { [Kind in Step['kind']]: (world: World, step: Of<Kind>) => Promise<void> } = {
  scan,
  'scan of another': async ({ api, members, tickets }, { member, which }) => {
    if (tickets.length === 0) return
    const { body } = await scanAndConfirm(api, at(members, member).token, at(tickets, which).code)
    expect(['duplicated', 'expired']).toContain(body['status'])
  },
  redeem: (world, { member, reward: index, quantity, delivery, shown }) => {
    const { model, idOf } = world
    const reward = at(model.rewards, index)
    const asked = reward.points * quantity + shown
    const request = { item_id: idOf(reward.alias), quantity, delivery_method: delivery, expected_points: asked }
    const inModel: Call['inModel'] = (who) => redeem(model, who, { reward, quantity, delivery, shown: asked })
    return perform(world, { endpoint: endpoints.redeem, request, inModel, member, key: randomUUID() })
  },
  convert: (world, { member, points }) => {
    const request = {
      points_to_convert: points,
      asia_miles_membership_number: '1234567890',
      asia_miles_member_first_name: 'Ada',
      asia_miles_member_last_name: 'Chan',
    }
    const inModel: Call['inModel'] = (who) => convert(world.model, who, points)
    return perform(world, { endpoint: endpoints.redeemAsiaMiles, request, inModel, member, key: randomUUID() })
  },
  register: (world, { member, event: index, quantity }) => {
    const event = at(world.model.events, index)
    const request = { event_id: world.idOf(event.alias), quantity }
    const inModel: Call['inModel'] = (who) => register(world.model, who, event, quantity)
    return perform(world, { endpoint: endpoints.registerEvent, request, inModel, member, key: randomUUID() })
  },
  cancel: async ({ api, model, members, registrations }, { which, byAnother }) => {
    if (registrations.length === 0) return
    const { event, registration, member, refNo } = at(registrations, which)
    const { token } = at(members, byAnother ? member + 1 : member)
    const { status } = await api.call(endpoints.cancelRegistration, { ref_no: refNo }, { token })
    const isDone = !byAnother && cancel(model, event, registration)
    expect(status).toBe(byAnother ? 404 : isDone ? 200 : 422)
  },
  again: repeat,
  'new reward settings': changeSettings,
  'new event settings': changeSettings,
  wait: ({ api, model }, { hours }) => {
    model.now += hours * 3_600_000
    api.setTime(new Date(model.now))
    return Promise.resolve()
  },
  timer: async ({ api, model }) => {
    const now = new Date(model.now)
    await expirePoints(api.serverDb, now)
    await promoteWaiting(api.serverDb, { now, notify: api.dependencies.notify })
    for (const event of model.events) promote(model, event)
  },
}

/** Does in the club and in the model what a step says, and compares what people are told. */
export function carryOut<Kind extends Step['kind']>(world: World, step: Of<Kind>): Promise<void> {
  const carrier: (world: World, step: Of<Kind>) => Promise<void> = carriers[step.kind]
  return carrier(world, step)
}

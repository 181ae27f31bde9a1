import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { importFiles, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import type { TestApi } from './testApi.ts'

const hour = 3_600_000
/** When the tests of events take place. */
export const now = new Date('2026-10-17T12:00:00+08:00')
/** A moment so many hours after that. */
export const at = (hours: number) => new Date(now.getTime() + hours * hour).toISOString()

/** An event of a few places, for which anybody can register. */
export const event = (key: string, own: Record<string, unknown> = {}) => ({
  key,
  status: 'active',
  public_registration_start_date: at(-1),
  ya_individual_quota: 4,
  normal_individual_quota: 2,
  event_quota: 3,
  waiting_list: true,
  ...own,
})
type TestEvent = ReturnType<typeof event>

/** The files of a contents folder with these events. */
export const eventFiles = (list: readonly TestEvent[]) => ({
  'events/entries.json': JSON.stringify(list),
  'events/en.md': rewardTexts(...list.map(({ key }) => key)),
})

/** A club with these events, and what its guests do. */
export async function openEvents(api: TestApi, events: readonly TestEvent[]) {
  await importFiles(api.db, { ...validFiles(), ...eventFiles(events) })
  const rows = await api.db.selectFrom('contents').select(['id', 'key']).where('group_name', '=', 'events').execute()
  const idOf = (alias: string) => String(rows.find(({ key }) => key === alias)?.id)
  api.setTime(now)

  async function newGuest(own: Record<string, unknown> = {}) {
    const member = await newMember(api.db)
    await api.db
      .updateTable('members')
      .set({ ...own, id: member.id })
      .where('id', '=', member.id)
      .execute()
    return { ...member, token: await api.signIn(member.id) }
  }
  type Guest = Awaited<ReturnType<typeof newGuest>>

  const clock = { ms: 0 }
  /** Each asks a millisecond after the one before: who waits longest is a matter of time, not of ids. */
  const register = ({ token }: Guest, alias: string, quantity: unknown = 1, key: string = randomUUID()) => {
    clock.ms += 1
    api.setTime(new Date(now.getTime() + clock.ms))
    return api.call(endpoints.registerEvent, { event_id: idOf(alias), quantity }, { token, key })
  }
  return {
    idOf,
    newGuest,
    /** The server's, in milliseconds after `now`. */
    clock,
    register,
    messageOf: async (guest: Guest, alias: string, quantity = 1) =>
      (await register(guest, alias, quantity)).body['message'],
    listOf: async ({ token }: Guest) => {
      const { body } = await api.call(endpoints.eventRegistrations, {}, { token })
      return v.parse(endpoints.eventRegistrations.answer, body).registrations
    },
    cancel: ({ token }: Guest, ref_no: string | undefined) =>
      api.call(endpoints.cancelRegistration, { ref_no: ref_no ?? '' }, { token }),
    subjectsTo: async ({ email }: Guest) => (await readMails(api, email)).map(({ subject }) => subject),
    takenOf: async (alias: string) => {
      const row = api.db.selectFrom('event_places').select('taken').where('alias', '=', alias)
      return (await row.executeTakeFirst())?.taken
    },
  }
}

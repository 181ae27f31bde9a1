import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { endUndo } from '#tests/support/undo.ts'
import { event, openEvents } from './eventGuests.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const { api, staff, ada, bo, findActs } = await staffedApi('supervisor')
const club = await openEvents(api, [
  event('talk', { starts_at: inDays(9), event_quota: 2 }),
  event('tour', { starts_at: inDays(9) }),
  event('empty', { starts_at: inDays(9) }),
])

type Message = RequestOf<typeof endpoints.writeToGuests>

const words = {
  subject: { en: 'Bring a coat', tc: '請帶外套', sc: '请带外套' },
  text: { en: 'The pier is windy.\n\nSee you there.', tc: '碼頭風大。', sc: '码头风大。' },
}
const write = (alias: string, own: Partial<Message> = {}, who = ada) =>
  staff.call(endpoints.writeToGuests, { alias, to: 'all', ...words, isDryRun: false, ...own }, who)
const subjectsTo = async ({ email }: { email: string }) => (await readMails(api, email)).map(({ subject }) => subject)
const undo = (act: string, who = ada) => staff.call(endpoints.undoActs, { acts: [act] }, who)

test('A message is seen in each language, and counted by guests, before it goes to each of them once in theirs', async () => {
  const [reader, hongKonger, waiting] = [
    await club.newGuest(),
    await club.newGuest({ preferred_lang: 'tc', is_profile_completed: true }),
    await club.newGuest(),
  ]
  await club.register(reader, 'talk')
  await club.register(hongKonger, 'talk')
  await club.register(waiting, 'talk')
  const seen = await write('talk', { isDryRun: true })
  if (seen.kind !== 'checked') throw new Error(`Not seen: ${seen.kind}`)
  expect(seen.count).toBe(3)
  expect(seen.mails.en.subject).toBe('Bring a coat')
  expect(seen.mails.en.text).toContain('The pier is windy.')
  expect(seen.mails.sc.text).toContain('码头风大。')
  expect(await subjectsTo(reader)).not.toContain('Bring a coat')

  const both = await Promise.all([write('talk', { to: 'registered' }), write('talk', { to: 'registered' }, bo)])
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['repeated', 'sent'])
  const to = async (guest: { email: string }) => (await subjectsTo(guest)).filter((one) => /coat|外套/.test(one))
  expect(await to(reader)).toEqual(['Bring a coat'])
  expect(await to(hongKonger)).toEqual(['請帶外套'])
  expect(await to(waiting)).toEqual([])
  expect(await write('talk', { to: 'waiting' })).toMatchObject({ kind: 'sent', count: 1 })
  expect(await findActs({ action: 'guests_write', subject_id: 'talk' })).toHaveLength(2)
})

test('A message that is undone in time reaches nobody, and can be sent anew; later it stays', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'tour', 2)
  const sent = await write('tour')
  if (sent.kind !== 'sent') throw new Error(`Not sent: ${sent.kind}`)
  expect(sent.count).toBe(1)
  expect(await undo(sent.undo.act, bo)).toMatchObject({ undone: [{ kind: 'undone' }] })
  expect(await subjectsTo(guest)).not.toContain('Bring a coat')

  const again = await write('tour')
  if (again.kind !== 'sent') throw new Error(`Not sent: ${again.kind}`)
  await endUndo(api.db)
  expect(await undo(again.undo.act)).toMatchObject({ undone: [{ kind: 'over' }] })
  expect((await subjectsTo(guest)).filter((one) => one === 'Bring a coat')).toHaveLength(1)
})

test('Nothing is sent to nobody, about no event, or without a language', async () => {
  expect(await write('empty')).toEqual({ kind: 'nobody' })
  expect(await write('none')).toEqual({ kind: 'unknown' })
  const subject = { ...words.subject, sc: ' ' }
  const request = { alias: 'tour', to: 'all', ...words, subject, isDryRun: false } as const
  expect((await staff.send(endpoints.writeToGuests, request, { cookie: ada.cookie })).status).toBe(422)
})

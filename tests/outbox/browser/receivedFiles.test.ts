import { expect, it } from 'vitest'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'

/** A separate database with a clock of its own. */
function newFiles() {
  const clock = { time: Date.now(), now: () => clock.time }
  return { clock, files: openReceivedFiles(openDurableStore(`files-${crypto.randomUUID()}`), clock) }
}

const fileOf = (name: string) => new File([`content of ${name}`], name, { type: 'image/png' })
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name)

it('Files are taken in the order in which they came, whole, and stay until they are read to the end', async () => {
  const { files } = newFiles()
  const names = Array.from({ length: 12 }, (_, index) => `${11 - index}.png`)
  for (const name of names) await files.keep(fileOf(name), 'ada')
  const found = await files.take('ada')
  expect(namesOf(found)).toEqual(names)
  expect(await found[3]?.content?.text()).toBe('content of 8.png')
  await files.forget(found.slice(1).map(({ id }) => id))
  expect(namesOf(await files.take('ada'))).toEqual(['11.png'])
})

it('A guest’s files are those of the member who signs in; another member’s are deleted unseen', async () => {
  const { files } = newFiles()
  await files.keep(fileOf('guest.png'), null)
  await files.keep(fileOf('hers.png'), 'ada')
  expect(namesOf(await files.take('ben'))).toEqual(['guest.png'])
  expect(namesOf(await files.take('ada'))).toEqual(['guest.png'])
})

it('Files that nobody comes back for are deleted after a week, also by a clock that was set back', async () => {
  for (const days of [8, -8]) {
    const { clock, files } = newFiles()
    await files.keep(fileOf('ticket.png'), 'ada')
    clock.time += days * 24 * 60 * 60 * 1000
    await files.forgetOld()
    clock.time -= days * 24 * 60 * 60 * 1000
    expect(await files.take('ada')).toEqual([])
  }
})

it('A sign-out leaves none', async () => {
  const { files } = newFiles()
  await files.keep(fileOf('ticket.png'), 'ada')
  await files.forgetAll()
  expect(await files.take('ada')).toEqual([])
})

import { expect, it } from 'vitest'
import { openDurableStore, StorageError } from '#src/storage/durableStore.ts'
import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'

/** A separate database with a clock of its own. */
function newFiles() {
  const clock = { time: Date.now(), now: () => clock.time }
  const files = openReceivedFiles(openDurableStore(`files-${crypto.randomUUID()}`), clock)
  const keep = async (file: File, memberId: string | null) => {
    const receiver = await files.receiver(memberId)
    return receiver !== null && (await files.keep(file, receiver))
  }
  return { clock, files, keep }
}

const fileOf = (name: string) => new File([`content of ${name}`], name, { type: 'image/png' })
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name)

it('Files are taken in the order in which they came, whole, and stay until they are read to the end', async () => {
  const { files, keep } = newFiles()
  const names = Array.from({ length: 12 }, (_, index) => `${11 - index}.png`)
  for (const name of names) await keep(fileOf(name), 'ada')
  const found = await files.take('ada')
  expect(namesOf(found)).toEqual(names)
  expect(await found[3]?.content?.text()).toBe('content of 8.png')
  await files.forget(found.slice(1).map(({ id }) => id))
  expect(namesOf(await files.take('ada'))).toEqual(['11.png'])
})

it('A guest’s files are those of the member who signs in; another member’s are deleted unseen', async () => {
  const { files, keep } = newFiles()
  await keep(fileOf('guest.png'), null)
  await keep(fileOf('hers.png'), 'ada')
  expect(namesOf(await files.take('ben'))).toEqual(['guest.png'])
  expect(namesOf(await files.take('ada'))).toEqual(['guest.png'])
})

it('None is deleted because a clock has jumped', async () => {
  for (const days of [400, -400]) {
    const { clock, files, keep } = newFiles()
    await keep(fileOf('before.png'), 'ada')
    clock.time += days * 24 * 60 * 60 * 1000
    await keep(fileOf('after.png'), 'ada')
    expect(namesOf(await files.take('ada')).toSorted()).toEqual(['after.png', 'before.png'])
  }
})

it('A sign-out leaves none', async () => {
  const { files, keep } = newFiles()
  await keep(fileOf('ticket.png'), 'ada')
  await files.forgetAll()
  expect(await files.take('ada')).toEqual([])
})

it('A file whose content came after the end of the session in which it was shared is not kept, for a member or a guest', async () => {
  const { files } = newFiles()
  const [hers, guests] = [await files.receiver('ada'), await files.receiver(null)]
  if (hers === null || guests === null) throw new Error('Both have somebody.')
  await files.forgetAll()
  expect(await files.keep(fileOf('hers.png'), hers)).toBe(false)
  expect(await files.keep(fileOf('guest.png'), guests)).toBe(false)
  for (const memberId of ['ada', 'ben']) expect(await files.take(memberId)).toEqual([])
})

it('Nobody is a guest where a session has ended: the file could be of the member who has just left', async () => {
  const { files, keep } = newFiles()
  expect(await files.receiver(null)).not.toBeNull()
  await files.forgetAll()
  expect(await files.receiver(null)).toBeNull()
  expect(await keep(fileOf('ticket.png'), 'ben')).toBe(true)
  expect(namesOf(await files.take('ben'))).toEqual(['ticket.png'])
})

it('Nobody is a guest either where a session had ended before, and the end of another finds a full disk', async () => {
  const store = openDurableStore(`files-${crypto.randomUUID()}`)
  const files = openReceivedFiles(store)
  await files.forgetAll()
  const hers = await files.receiver('ada')
  if (hers === null) throw new Error('She is somebody.')
  await files.keep(fileOf('hers.png'), hers)
  // Deleting needs no room; the row that is written after it does.
  let transactions = 0
  const onFullDisk = openReceivedFiles((mode, work) => {
    transactions += 1
    return transactions === 1 ? store(mode, work) : Promise.reject(new StorageError('quota', null))
  })
  await expect(onFullDisk.forgetAll()).rejects.toThrow(StorageError)
  expect(await files.take('ada')).toEqual([])
  expect(await files.receiver(null)).toBeNull()
})

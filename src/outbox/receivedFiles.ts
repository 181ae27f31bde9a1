import { promisifyRequest, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { type Clock, deviceClock } from './clock.ts'

/** The largest file that is kept and opened, in bytes. */
export const maxFileBytes = 64 * 1024 * 1024
/** How long files are kept for a person who does not come back, in milliseconds. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000

/** A file that another app shared with this one, or that the system opened with it, until its codes are scans. */
export const ReceivedFile = v.object({
  // The stored format.
  name: v.string(),
  /** By this device's clock, in milliseconds since 1970. */
  receivedAt: v.number(),
  /** Who was signed in; null if nobody was. */
  memberId: v.nullable(v.string()),
  /** Null if it is larger than `maxFileBytes`: then only its name is kept, to be told. */
  content: v.nullable(v.instance(Blob)),
})
export type ReceivedFile = v.InferOutput<typeof ReceivedFile> & { id: string }

/** The files that wait to be read on this device. Everything rejects with a `StorageError` if storage fails. */
export interface ReceivedFiles {
  /** Keeps a file; resolves once it is committed. */
  keep: (file: File, memberId: string | null) => Promise<void>
  /**
   * The files for a member in the order in which they came: the member's own, and those of nobody. Deletes all others.
   */
  take: (memberId: string) => Promise<ReceivedFile[]>
  /** Deletes these files: they are read to the end. */
  forget: (ids: readonly string[]) => Promise<void>
  /** Deletes every file, at a sign-out. */
  forgetAll: () => Promise<void>
  /** Deletes the files that have been kept for too long; returns how many are left. */
  forgetOld: () => Promise<number>
}

/** Opens the received files of this browser. The database is opened at the first use. */
export function openReceivedFiles(
  store: UseStore = openDurableStore('club-bravo-received-files'),
  clock: Pick<Clock, 'now'> = deviceClock,
): ReceivedFiles {
  let count = 0

  /** Deletes what does not parse, what is too old, and what `isWanted` rejects; returns the rest, the oldest first. */
  const sift = (isWanted: (file: ReceivedFile) => boolean): Promise<ReceivedFile[]> =>
    store('readwrite', async (rows) => {
      const keys = await promisifyRequest<IDBValidKey[]>(rows.getAllKeys())
      const values = await promisifyRequest<unknown[]>(rows.getAll())
      const wanted: ReceivedFile[] = []
      for (const [index, key] of keys.entries()) {
        const parsed = v.safeParse(ReceivedFile, values[index])
        const file = parsed.success && typeof key === 'string' && { ...parsed.output, id: key }
        if (file && Math.abs(clock.now() - file.receivedAt) < maxAgeMs && isWanted(file)) wanted.push(file)
        else rows.delete(key)
      }
      return wanted
    })

  return {
    async keep(file, memberId) {
      const receivedAt = clock.now()
      const content = file.size > maxFileBytes ? null : file
      const row: v.InferInput<typeof ReceivedFile> = { name: file.name, receivedAt, memberId, content }
      count += 1
      // Keys are listed in their own order, which is then that of the files.
      const id = `${receivedAt} ${String(count).padStart(6, '0')} ${crypto.randomUUID()}`
      await store('readwrite', (rows) => promisifyRequest(rows.put(row, id)))
    },
    take: (memberId) => sift((file) => file.memberId === null || file.memberId === memberId),
    forget: (ids) =>
      store('readwrite', (rows) => {
        for (const id of ids) rows.delete(id)
      }),
    forgetAll: () => store('readwrite', (rows) => void rows.clear()),
    async forgetOld() {
      return (await sift(() => true)).length
    },
  }
}

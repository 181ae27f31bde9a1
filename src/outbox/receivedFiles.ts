import { promisifyRequest, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { receivedFilesDatabase } from '#src/storage/names.ts'
import { type Clock, deviceClock } from './clock.ts'

/** The largest file that is kept and opened, in bytes. */
export const maxFileBytes = 64 * 1024 * 1024

/**
 * A file that another app shared with this one, or that the system opened with it, until its codes are scans: the next
 * page reads it. None is too old: a clock that jumps would take it away.
 */
const ReceivedFile = v.object({
  // The stored format.
  name: v.string(),
  /** By this device's clock, in milliseconds since 1970. */
  receivedAt: v.number(),
  /** Who was signed in; null if nobody was. */
  memberId: v.nullable(v.string()),
  /** Null if it is larger than `maxFileBytes`: then only its name is kept, to be told. */
  content: v.nullable(v.instance(Blob)),
})
type ReceivedFile = v.InferOutput<typeof ReceivedFile> & { id: string }

/** For whom a file is received, as it was before its content was read, which takes time. */
interface Receiver {
  /** Who was signed in; null for a visitor. */
  memberId: string | null
  /** How many sessions had ended on this device. */
  epoch: number
}

/** The row that counts the ended sessions. */
const epochKey = 'epoch'
const Epoch = v.object({ epoch: v.number() })

/** The files that wait to be read on this device. Everything rejects with a `StorageError` if storage fails. */
interface ReceivedFiles {
  /**
   * For whom a file is received that comes now: read it before anything slow. Null for nobody: a visitor is somebody on
   * a device where no session has ended, and else it may be the member who has just left.
   */
  receiver: (memberId: string | null) => Promise<Receiver | null>
  /** Keeps a file; resolves once it is committed. False: a session has ended since, and nothing was kept. */
  keep: (file: File, receiver: Receiver) => Promise<boolean>
  /**
   * The files for a member in the order in which they came: the member's own, and those of nobody. Deletes all others;
   * for null, every member's.
   */
  take: (memberId: string | null) => Promise<ReceivedFile[]>
  /** Deletes these files: they are read to the end. */
  forget: (ids: readonly string[]) => Promise<void>
  /** Deletes every file, at the end of a session, and those that are still being received. */
  forgetAll: () => Promise<void>
}

/** Opens the received files of this browser. The database is opened at the first use. */
export function openReceivedFiles(
  store: UseStore = openDurableStore(receivedFilesDatabase),
  clock: Pick<Clock, 'now'> = deviceClock,
): ReceivedFiles {
  let count = 0

  /** Deletes what does not parse, and what `isWanted` rejects; returns the rest, the oldest first. */
  const sift = (isWanted: (file: ReceivedFile) => boolean): Promise<ReceivedFile[]> =>
    store('readwrite', async (rows) => {
      const keys = await promisifyRequest<IDBValidKey[]>(rows.getAllKeys())
      const values = await promisifyRequest<unknown[]>(rows.getAll())
      const wanted: ReceivedFile[] = []
      for (const [index, key] of keys.entries()) {
        if (key === epochKey) continue
        const parsed = v.safeParse(ReceivedFile, values[index])
        const file = parsed.success && typeof key === 'string' && { ...parsed.output, id: key }
        if (file && isWanted(file)) wanted.push(file)
        else rows.delete(key)
      }
      return wanted
    })

  return {
    async receiver(memberId) {
      const epoch = await store('readonly', readEpoch)
      return memberId === null && epoch > 0 ? null : { memberId, epoch }
    },
    async keep(file, { memberId, epoch }) {
      const receivedAt = clock.now()
      const content = file.size > maxFileBytes ? null : file
      const row: v.InferInput<typeof ReceivedFile> = { name: file.name, receivedAt, memberId, content }
      count += 1
      // Keys are listed in their own order, which is then that of the files.
      const id = `${receivedAt} ${String(count).padStart(6, '0')} ${crypto.randomUUID()}`
      return await store('readwrite', async (rows) => {
        if ((await readEpoch(rows)) !== epoch) return false
        await promisifyRequest(rows.put(row, id))
        return true
      })
    },
    take: (memberId) => sift((file) => file.memberId === null || file.memberId === memberId),
    forget: (ids) =>
      store('readwrite', (rows) => {
        for (const id of ids) rows.delete(id)
      }),
    async forgetAll() {
      // A full disk has no room for the next epoch, but lets the files go; that a session had ended before, it keeps.
      await store('readwrite', deleteFiles)
      await store('readwrite', async (rows) => {
        const epoch = (await readEpoch(rows)) + 1
        await deleteFiles(rows)
        rows.put({ epoch } satisfies v.InferInput<typeof Epoch>, epochKey)
      })
    },
  }
}

async function deleteFiles(rows: IDBObjectStore): Promise<void> {
  const keys = await promisifyRequest<IDBValidKey[]>(rows.getAllKeys())
  for (const key of keys) if (key !== epochKey) rows.delete(key)
}

async function readEpoch(rows: IDBObjectStore): Promise<number> {
  const parsed = v.safeParse(Epoch, await promisifyRequest<unknown>(rows.get(epochKey)))
  return parsed.success ? parsed.output.epoch : 0
}

import { beforeEach, describe, expect, it } from 'vitest'
import { clearCredentials, markSignedOut, readCredentials, readRecord, writeCredentials } from '#src/session/record.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, type MemoryDisk, newDisk } from './memoryDatabase.ts'

let disk: MemoryDisk
const openSessions = () => openDurableStore('session', { databases: () => databasesOf(disk, () => Promise.resolve()) })
const ada = { memberId: 'ada', token: 'token-of-ada' }

beforeEach(() => {
  disk = newDisk()
})

describe('the session record', () => {
  it('shows page and worker the signed-in member, until sign-out', async () => {
    expect(await readCredentials(openSessions())).toBeNull()
    expect(await writeCredentials(ada, openSessions())).toEqual({ kind: 'done' })
    expect(await readCredentials(openSessions())).toEqual(ada)
    expect(await writeCredentials({ ...ada, token: 'renewed' }, openSessions())).toEqual({ kind: 'done' })
    expect(await readCredentials(openSessions())).toEqual({ ...ada, token: 'renewed' })
    expect(await clearCredentials(openSessions())).toEqual({ kind: 'done' })
    expect(await readCredentials(openSessions())).toBeNull()
    expect([...disk.durable.values()]).toEqual([])
  })

  it('keeps the mark of a sign-out until the next sign-in; on a full disk it keeps nothing', async () => {
    await writeCredentials(ada, openSessions())
    expect(await markSignedOut(openSessions())).toEqual({ kind: 'done' })
    expect([await readRecord(openSessions()), await readCredentials(openSessions())]).toEqual(['signed_out', null])
    await writeCredentials(ada, openSessions())
    expect(await readRecord(openSessions())).toEqual(ada)
    disk.full = true
    expect(await markSignedOut(openSessions())).toEqual({ kind: 'done' })
    expect(await readRecord(openSessions())).toBeNull()
  })

  it.each([{ memberId: 'ada' }, { memberId: '', token: 'x' }, { memberId: 'ada', token: '' }, 'junk', 7])(
    'is treated as signed out if it cannot be parsed: %j',
    async (record) => {
      disk.rows.set('session', record)
      expect(await readCredentials(openSessions())).toBeNull()
    },
  )

  it('reports a storage failure; signing in continues without it', async () => {
    disk.unreachable = true
    expect(await writeCredentials(ada, openSessions())).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(await clearCredentials(openSessions())).toEqual({ kind: 'failed', cause: 'unavailable' })
    await expect(readCredentials(openSessions())).rejects.toMatchObject({ fault: 'unavailable' })
  })
})

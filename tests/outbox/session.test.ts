import { beforeEach, describe, expect, it } from 'vitest'
import { clearSession, readSession, writeSession } from '#src/outbox/session.ts'
import { openStore } from '#src/outbox/storage.ts'
import { databasesOf, type MemoryDisk, newDisk } from './memoryDatabase.ts'

let disk: MemoryDisk
const openSessions = () => openStore('session', () => databasesOf(disk, () => Promise.resolve()))
const ada = { memberId: 'ada', token: 'token-of-ada' }

beforeEach(() => {
  disk = newDisk()
})

describe('the session record', () => {
  it('tells page and worker who is signed in, until nobody is', async () => {
    expect(await readSession(openSessions())).toBeNull()
    expect(await writeSession(ada, openSessions())).toEqual({ kind: 'done' })
    expect(await readSession(openSessions())).toEqual(ada)
    expect(await writeSession({ ...ada, token: 'renewed' }, openSessions())).toEqual({ kind: 'done' })
    expect(await readSession(openSessions())).toEqual({ ...ada, token: 'renewed' })
    expect(await clearSession(openSessions())).toEqual({ kind: 'done' })
    expect(await readSession(openSessions())).toBeNull()
    expect([...disk.durable.values()]).toEqual([])
  })

  it.each([{ memberId: 'ada' }, { memberId: '', token: 'x' }, { memberId: 'ada', token: '' }, 'junk', 7])(
    'that cannot be understood is nobody’s: %j',
    async (record) => {
      disk.rows.set('session', record)
      expect(await readSession(openSessions())).toBeNull()
    },
  )

  it('says where storage fails; signing in goes on without it', async () => {
    disk.unreachable = true
    expect(await writeSession(ada, openSessions())).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(await clearSession(openSessions())).toEqual({ kind: 'failed', cause: 'unavailable' })
    await expect(readSession(openSessions())).rejects.toMatchObject({ fault: 'unavailable' })
  })
})

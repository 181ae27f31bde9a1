import { beforeEach, describe, expect, it } from 'vitest'
import {
  clearCredentials,
  forgetRevocation,
  readCredentials,
  readRevocations,
  replaceCredentials,
  writeCredentials,
} from '#src/session/record.ts'
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

  it('notes what the club has to end in one transaction with the end, until the club has ended it', async () => {
    await writeCredentials(ada, openSessions())
    disk.full = true
    const end = { credentials: null, toRevoke: ['hash'] }
    expect(await replaceCredentials(end, openSessions())).toEqual({ kind: 'failed', cause: 'quota' })
    expect([await readCredentials(openSessions()), await readRevocations(openSessions())]).toEqual([ada, []])
    disk.full = false
    expect(await replaceCredentials(end, openSessions())).toEqual({ kind: 'done' })
    expect([await readCredentials(openSessions()), await readRevocations(openSessions())]).toEqual([null, ['hash']])
    await writeCredentials(ada, openSessions())
    expect(await readRevocations(openSessions())).toEqual(['hash'])
    await forgetRevocation('hash', openSessions())
    expect([await readCredentials(openSessions()), await readRevocations(openSessions())]).toEqual([ada, []])
  })

  it('is not replaced by what is no longer wanted when its turn has come', async () => {
    await writeCredentials(ada, openSessions())
    const late = { credentials: { memberId: 'ben', token: 'x' }, toRevoke: ['hash'], isWanted: () => false }
    expect(await replaceCredentials(late, openSessions())).toEqual({ kind: 'unwanted' })
    expect([await readCredentials(openSessions()), await readRevocations(openSessions())]).toEqual([ada, []])
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

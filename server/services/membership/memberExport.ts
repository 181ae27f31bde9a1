import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import { limiters } from '#server/gate/limiters.ts'
import { memberDataJson } from '#server/store/members/memberExport.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inSnapshot } from '#server/store/transactions.ts'

/**
 * Writes everything that the club holds about a member, by subject and of one moment, to a file of JSON: so that
 * neither memory nor a connection is held for as long as somebody takes to read it.
 */
export function exportMember(db: ConnectionPool, { memberId, now, path }: MemberExport): Promise<void> {
  return limiters.dataExports.run(() =>
    inSnapshot(db, (snapshot) => pipeline(exportOf(snapshot, memberId, now), createWriteStream(path, { mode: 0o600 }))),
  )
}

interface MemberExport {
  memberId: string
  now: Date
  path: string
}

async function* exportOf(db: Transaction<Database>, memberId: string, now: Date): AsyncGenerator<string> {
  yield `{"exported_at":${JSON.stringify(now.toISOString())},"data":`
  yield* memberDataJson(db, memberId)
  yield '}'
}

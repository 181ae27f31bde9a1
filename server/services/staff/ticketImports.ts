import type { FileHandle } from 'node:fs/promises'
import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { CsvError } from '#contract/schemas/parseCsv.ts'
import type { TicketClaims } from '#contract/scan/ticket.ts'
import {
  type importTickets as importEndpoint,
  type ListedImport,
  mostImports,
  type undoImport as undoEndpoint,
} from '#contract/staff/tickets.ts'
import { TicketFileError } from '#server/domain/ticketRows.ts'
import { Overloaded } from '#server/gate/limiter.ts'
import { limiters } from '#server/gate/limiters.ts'
import { isLockTimeout } from '#server/store/connection/databaseErrors.ts'
import { findImports } from '#server/store/points/ticketImports.ts'
import { findActsOnAll } from '#server/store/staffActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { importTickets, readTickets, undoImport } from '../tickets/ticketImport.ts'
import { nameDoer, readActorNames } from './doneBy.ts'

type Line = SentAnswerOf<typeof importEndpoint>

interface FileImport {
  request: ParsedRequestOf<typeof importEndpoint>
  /** Its text, in UTF-8. */
  file: FileHandle
  now: Date
  /** The club's public origin, in codes that are addresses. */
  origin: string
  signer: () => Promise<(claims: TicketClaims) => string>
  send: (line: Line) => void
}

/** Somebody else holds what this needs for longer than a call waits: nothing was done. */
async function unlessBusy<T>(work: () => Promise<T>): Promise<T | { kind: 'busy' }> {
  try {
    return await work()
  } catch (error) {
    if (isLockTimeout(error)) return { kind: 'busy' }
    throw error
  }
}

/**
 * Imports a file that somebody has chosen, or finds out what that would do, when it is its turn: nothing of it is read
 * before. Resolves to the last line.
 */
export async function importFile(db: ActingPool, wanted: FileImport): Promise<Line> {
  try {
    return await limiters.ticketImports.run(() => importInTurn(db, wanted))
  } catch (error) {
    if (error instanceof Overloaded) return { kind: 'busy' }
    throw error
  }
}

async function importInTurn(db: ActingPool, { request, file, now, origin, signer, send }: FileImport): Promise<Line> {
  const { name, separator, columns, skipsBad, isDryRun } = request
  try {
    const read = await readTickets({ text: file.createReadStream({ encoding: 'utf8' }), separator, columns }, origin)
    const sign = isDryRun ? null : await signer()
    const onProgress = (step: 'Checked' | 'Stored', done: number, total: number) =>
      send({ kind: 'progress', step, done, total })
    const wanted = { ...read, file: name, now, skipsBad, sign, onProgress }
    return await unlessBusy(async (): Promise<Line> => {
      const { id, bad, ...counts } = await importTickets(db, wanted)
      const facts = { ...counts, badCount: bad.count, bad: bad.first }
      return id === null ? { kind: 'checked', ...facts } : { kind: 'imported', id, ...facts }
    })
  } catch (error) {
    if (error instanceof TicketFileError) return { kind: 'unreadable', faults: error.faults }
    if (error instanceof CsvError) return { kind: 'unreadable', faults: [{ kind: error.fault, line: error.line }] }
    throw error
  }
}

/** The latest imports with who has made and undone them. */
export async function listImports(db: ConnectionPool): Promise<ListedImport[]> {
  const imports = await findImports(db, mostImports)
  const ids = imports.map(({ id }) => id)
  const acts = await findActsOnAll(db, 'tickets', ids, ['tickets_import', 'tickets_undo'])
  const nameOf = await readActorNames(
    db,
    acts.map(({ actor }) => actor),
  )
  return imports.map(({ id, undoneAt, importedAt, ...facts }) => {
    const doerOf = (action: string, at: Date) => {
      const act = acts.find((one) => one.subjectId === id && one.action === action)
      return act ? { by: nameOf(act.actor), at: at.toISOString() } : null
    }
    return {
      id,
      ...facts,
      imported: doerOf('tickets_import', importedAt),
      undone: undoneAt && doerOf('tickets_undo', undoneAt),
    }
  })
}

/** Undoes an import, and names who came first where somebody did. */
export async function undoListed(
  db: ActingPool,
  importId: string,
  now: Date,
): Promise<SentAnswerOf<typeof undoEndpoint>> {
  const undone = await unlessBusy(() => undoImport(db, { importId, now }))
  return undone.kind === 'undone_before' ? { ...undone, by: await nameDoer(db, undone.by) } : undone
}

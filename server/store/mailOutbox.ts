import { type Insertable, type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { MailState } from '#contract/staff/mails.ts'
import { deleteInBatches } from './deleteInBatches.ts'
import type { Database, MailboxTable } from './tables.ts'

export type StoredMail = Selectable<MailboxTable>

/**
 * Adds a mail, in the caller's transaction if there is one. Without `due_at` it is only shown, never sent. Resolves to
 * its id.
 */
export async function addMail(db: Kysely<Database>, mail: Insertable<MailboxTable>): Promise<string> {
  const { id } = await db.insertInto('mailbox').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Removes a mail that nobody wanted, in the transaction that has written it: whether it was wanted shows in no call's
 * duration.
 */
export async function discardMail(
  db: Transaction<Database>,
  { id, isWanted }: { id: string; isWanted: boolean },
): Promise<void> {
  await db
    .deleteFrom('mailbox')
    .where('id', '=', id)
    .where((row) => row.val(!isWanted))
    .execute()
}

/** Whether nothing takes a mail back any more: the act that it is about cannot be undone, by the database's clock. */
const isSettled = sql<boolean>`not exists (
  select from undoable_acts where undoable_acts.act_id = mailbox.act_id and ends_at > clock_timestamp())`

/** Removes the mails about an act that is undone, in its transaction. */
export async function removeMailsAbout(db: Transaction<Database>, actId: string): Promise<void> {
  await db.deleteFrom('mailbox').where('act_id', '=', actId).execute()
}

/** How many mails are to be sent, by whether their time has come, and how many were given up. */
export async function countWaitingMails(
  db: Kysely<Database>,
  now: Date,
): Promise<{ later: number; due: number; failed: number }> {
  const { all, due, failed } = await db
    .selectFrom('mailbox')
    .select((row) => [
      row.fn.countAll<string>().filterWhere('due_at', 'is not', null).as('all'),
      row.fn.countAll<string>().filterWhere('due_at', '<=', now).as('due'),
      row.fn.countAll<string>().filterWhere('failed_at', 'is not', null).as('failed'),
    ])
    .where((row) => row.or([row('due_at', 'is not', null), row('failed_at', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return { later: Number(all) - Number(due), due: Number(due), failed: Number(failed) }
}

/**
 * Takes mails that are due, at most `limit`, and counts an attempt for each; none about an act that can be undone. They
 * are due again at `leaseUntil`, in case the process that took them dies: another process takes no mail before that.
 */
export async function takeDueMails(
  db: Kysely<Database>,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<StoredMail[]> {
  const due = db
    .selectFrom('mailbox')
    .select('id')
    .where('due_at', '<=', now)
    .where(isSettled)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return db
    .updateTable('mailbox')
    .set((row) => ({ due_at: leaseUntil, attempts: sql<number>`${row.ref('attempts')} + 1` }))
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Makes a mail due again at `dueAt`. `failure`: what the mail server said. */
export async function postponeMail(
  db: Kysely<Database>,
  id: string,
  { dueAt, failure }: { dueAt: Date; failure: string },
): Promise<void> {
  await db.updateTable('mailbox').set({ due_at: dueAt, failure }).where('id', '=', id).execute()
}

/** Gives a mail up: it is kept, and no longer tried. */
export async function giveUpMail(
  db: Kysely<Database>,
  id: string,
  { now, failure }: { now: Date; failure: string },
): Promise<void> {
  await db.updateTable('mailbox').set({ due_at: null, failed_at: now, failure }).where('id', '=', id).execute()
}

/** The mails that are not sent: those that were given up first, then those that wait, oldest first. */
export function findUnsentMails(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('mailbox')
    .select(['id', 'kind', 'recipient', 'created_at', 'due_at', 'attempts', 'failed_at', 'failure'])
    .where((row) => row.or([row('due_at', 'is not', null), row('failed_at', 'is not', null)]))
    .orderBy('failed_at', (order) => order.asc().nullsLast())
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

const listed = (row: { failed_at: Date | null; due_at: Date | null }): MailState =>
  row.failed_at !== null ? 'failed' : row.due_at !== null ? 'queued' : 'kept'

/** The mails that were given up, the newest first. */
export async function findFailedMails(db: Kysely<Database>, limit: number) {
  const rows = await db
    .selectFrom('mailbox')
    .select(['id', 'kind', 'recipient', 'created_at as at', 'attempts', 'failure', 'failed_at', 'due_at'])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, ...row }) => ({ ...row, key: `mail ${id}`, state: listed(row) }))
}

/** The mails to an address, newest first, those that were sent as long as they are listed. */
export async function findMailsTo(db: Kysely<Database>, recipient: string, limit: number) {
  const kept = await db
    .selectFrom('mailbox')
    .select(['id', 'kind', 'recipient', 'created_at as at', 'attempts', 'failure', 'failed_at', 'due_at'])
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  const sent = await db
    .selectFrom('sent_mails')
    .select(['id', 'kind', 'recipient', 'created_at as at'])
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return [
    ...kept.map(({ id, ...row }) => ({ ...row, key: `mail ${id}`, state: listed(row) })),
    ...sent.map(({ id, ...row }) => ({
      ...row,
      key: `sent ${id}`,
      state: 'sent' as const,
      attempts: 1,
      failure: null,
    })),
  ]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit)
}

/**
 * Makes mails that were given up due again, as if never tried: one, or all of them (null). Resolves to their number.
 */
export async function retryMails(db: Kysely<Database>, id: string | null, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mailbox')
    .set({ due_at: now, failed_at: null, attempts: 0 })
    .where('failed_at', 'is not', null)
    .$if(id !== null, (mails) => mails.where('id', '=', id ?? ''))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * A mail to a member that is in the outbox or was sent, by its key (`mail ID`, `sent ID`); undefined for any other.
 * `facts`: null where they are not kept.
 *
 * @param member.email the present address
 */
export async function findMailTo(
  db: Kysely<Database>,
  key: string,
  { id: memberId, email: recipient }: { id: string; email: string },
): Promise<{ id: string; kind: string; facts: unknown; state: MailState } | undefined> {
  const [source, id = ''] = key.split(' ')
  if (source === 'sent') {
    const sent = db.selectFrom('sent_mails').select(['id', 'kind', 'facts']).where('id', '=', id)
    const row = await sent.where('member_id', '=', memberId).executeTakeFirst()
    return row && { ...row, state: 'sent' }
  }
  const row = await db
    .selectFrom('mailbox')
    .select(['id', 'kind', 'facts', 'due_at', 'failed_at'])
    .where('id', '=', id)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  if (!row) return undefined
  const { due_at: dueAt, failed_at: failedAt, ...mail } = row
  return { ...mail, state: listed({ failed_at: failedAt, due_at: dueAt }) }
}

/** Makes a mail that waits or was given up due now, as if never tried; not one that is being delivered. */
export async function hurryMail(db: Transaction<Database>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('mailbox')
    .set({ due_at: now, failed_at: null, attempts: 0 })
    .where('id', '=', id)
    .where((row) => row.or([row('failed_at', 'is not', null), row('failure', 'is not', null), row('attempts', '=', 0)]))
    .where((row) => row.or([row('due_at', 'is not', null), row('failed_at', 'is not', null)]))
    .execute()
}

/**
 * Removes a mail that was sent, and lists it among those.
 *
 * @param keepsFacts whether it can be sent again
 */
export async function noteSent(db: Kysely<Database>, id: string, keepsFacts: boolean): Promise<void> {
  await sql`
    with sent as (delete from mailbox where id = ${id} returning kind, facts, recipient, created_at)
    insert into sent_mails (kind, facts, recipient, member_id, created_at)
      select kind, case when ${keepsFacts}::boolean then facts end, recipient,
        (select id from members where email = recipient), created_at from sent`.execute(db)
}

/** A mail by its id; undefined where there is none, or the act that it is about can be undone. */
export function findMail(db: Kysely<Database>, id: string): Promise<StoredMail | undefined> {
  return db.selectFrom('mailbox').selectAll().where('id', '=', id).where(isSettled).executeTakeFirst()
}

/** The newest mails, at most `limit`, without those about acts that can be undone. */
export function findNewestMails(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('mailbox')
    .selectAll()
    .where(isSettled)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Deletes the mails that were written before `before`, and forgets those that were sent before it. */
export async function purgeMails(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches((limit) =>
    db
      .deleteFrom('sent_mails')
      .where('id', 'in', (row) => row.selectFrom('sent_mails').select('id').where('sent_at', '<', before).limit(limit))
      .executeTakeFirst(),
  )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('mailbox')
      .where('id', 'in', (row) => row.selectFrom('mailbox').select('id').where('created_at', '<', before).limit(limit))
      .executeTakeFirst(),
  )
}

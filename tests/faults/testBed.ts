import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '#server/store/tables.ts'
import { type Club, openClub } from '#tests/support/club.ts'
import { signInFromPage, untilOfflineReady } from '#tests/support/pageActions.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { launchKillableBrowser, removeProfiles } from './killableBrowser.ts'

/**
 * A separate club with one member who has signed in through the real identity provider. The profile of that member's
 * browser is a master that every case copies.
 */
export interface TestBed extends Club {
  member: TestMember
  /** A fresh copy of the signed-in profile, whose tokens have not been used yet. */
  copyProfile: () => Promise<string>
  close: () => Promise<void>
}

/**
 * Opens a test bed.
 *
 * @param folder for the profiles; recreated
 */
export async function openTestBed(folder: string): Promise<TestBed> {
  await removeProfiles(folder)
  await mkdir(folder, { recursive: true })
  const { close: closeClub, ...club } = await openClub()
  const { db, origin } = club
  const member = await newMember(db)
  const master = join(folder, 'master')
  await signIn(master, origin, member)
  const tokens = await readTokens(db)
  let copies = 0
  return {
    ...club,
    member,
    copyProfile: async () => {
      await restoreTokens(db, tokens)
      const copy = join(folder, String(++copies))
      await cp(master, copy, { recursive: true })
      return copy
    },
    close: async () => {
      await closeClub()
      await removeProfiles(folder)
    },
  }
}

interface Tokens {
  payloads: Selectable<Database['identity_payloads']>[]
  families: Selectable<Database['session_families']>[]
  sessions: Selectable<Database['sessions']>[]
}

async function readTokens(db: Kysely<Database>): Promise<Tokens> {
  return {
    payloads: await db.selectFrom('identity_payloads').selectAll().execute(),
    families: await db.selectFrom('session_families').selectAll().execute(),
    sessions: await db.selectFrom('sessions').selectAll().execute(),
  }
}

/**
 * Makes the token of the master profile unused again, and its sign-in open. A token that was renewed ends soon, and
 * renewing it again ends the sign-in: without this, the first case that renews or signs out would sign out every later
 * one.
 */
async function restoreTokens(db: Kysely<Database>, { payloads, families, sessions }: Tokens): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('identity_payloads').execute()
    await transaction.insertInto('identity_payloads').values(payloads.map(toInsert)).execute()
    await transaction.deleteFrom('sessions').execute()
    await transaction.deleteFrom('session_families').execute()
    await transaction.insertInto('session_families').values(families).execute()
    await transaction.insertInto('sessions').values(sessions).execute()
  })
}

function toInsert(row: Tokens['payloads'][number]): Insertable<Database['identity_payloads']> {
  return { ...row, payload: JSON.stringify(row.payload) }
}

/** Signs the member in on a new profile, waits until the app is available offline, and quits the browser. */
async function signIn(profile: string, origin: string, member: TestMember): Promise<void> {
  const { page, quit } = await launchKillableBrowser(profile)
  await page.goto(`${origin}/en`)
  await signInFromPage(page, member)
  await page.getByRole('heading', { level: 1, name: member.firstName }).waitFor()
  await untilOfflineReady(page)
  await quit()
}

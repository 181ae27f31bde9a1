/**
 * The page of the soak: the product's own outbox, sender and triggers in a tab, without its screens. It is built only
 * for the soak and is never part of the app.
 */
import { startScheduler } from '#src/outbox/page/scheduler.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import type { AddOutcome, ChangeOutcome } from '#src/outbox/outbox.ts'
import { storeSession } from '#src/session/storedSession.ts'
import { userOf } from '#tests/support/profile.ts'
import { type Credentials, writeCredentials } from '#src/session/record.ts'

/** The actions of the soak in a tab, as a member would do them. */
export interface SoakTab {
  signIn: (session: Credentials) => Promise<void>
  scan: (memberId: string, code: string) => Promise<AddOutcome>
  confirm: (memberId: string, id: string) => Promise<ChangeOutcome['kind']>
  list: (memberId: string) => Promise<ScanEntry[]>
}

declare global {
  interface Window {
    soakTab: SoakTab
  }
}

startScheduler()
window.soakTab = {
  signIn: async (session) => {
    await writeCredentials(session)
    storeSession({ token: session.token, renewAt: null, profile: userOf({ id: session.memberId }).member_profile })
  },
  scan: (memberId, code) => scanOutbox.add({ memberId, code }),
  confirm: async (memberId, id) => (await scanOutbox.confirm(memberId, id)).kind,
  list: async (memberId) => (await scanOutbox.list(memberId)).entries,
}

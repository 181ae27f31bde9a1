import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { rememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { releases } from './releases.ts'
import { unseenRelease } from './unseenRelease.ts'

const key = 'club-bravo.release'

/**
 * Says once after an update what is new for a member. Never rejects; on a device that stores nothing, it says nothing.
 */
export async function tellWhatsNew(): Promise<void> {
  const [newest] = releases
  try {
    const isServedByWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    const unseen = unseenRelease(localStorage.getItem(key), newest.number, isServedByWorker)
    localStorage.setItem(key, String(newest.number))
    if (unseen === null || rememberedMember() === null) return
    await loadMemberCatalog()
    showToast({ title: i18n._(msg`What’s new`), body: i18n._(newest.news) })
  } catch {
    // News is worth no error.
  }
}

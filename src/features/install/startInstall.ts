import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isInstalled } from '#src/platform/installed.ts'
import { keepStorageOfInstalledApp } from '#src/outbox/page/storagePersistence.ts'
import { rememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { nameStartPictures } from './startPictures.ts'
import { releases } from './releases.ts'
import { unseenRelease } from './unseenRelease.ts'

/**
 * Says what is new after an update, asks the browser of an installed app to keep what it stores, also where it was
 * installed in the browser's menu, and prepares the installation on iOS.
 */
export function startInstall(): void {
  void tellWhatsNew()
  if (isInstalled()) void keepStorageOfInstalledApp()
  else if ('standalone' in navigator) nameStartPictures()
  addEventListener('appinstalled', () => {
    delete document.installPrompt
    void keepStorageOfInstalledApp()
  })
}

const key = 'club-bravo.release'

/**
 * Says once after an update what is new for a member. Never rejects; on a device that stores nothing, it says nothing.
 */
async function tellWhatsNew(): Promise<void> {
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

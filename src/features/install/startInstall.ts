import { isInstalled } from '#src/platform/installed.ts'
import { keepStorageOfInstalledApp } from '#src/outbox/page/storagePersistence.ts'
import { nameStartPictures } from './startPictures.ts'
import { tellWhatsNew } from './whatsNew.ts'

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

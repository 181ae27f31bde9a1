import { defaultLanguage, type Language, languageTags, parseLanguage } from '#contract/language.ts'
import { noteAddedUnseen, readWhileClosed } from '#src/outbox/whileClosed.ts'
import { addedPointsMessage } from './addedPointsMessage.ts'

declare const self: ServiceWorkerGlobalScope

const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
/** Not a page of staff, of the provider or of the payment. */
const isPageOfApp = ({ url }: WindowClient) => parseLanguage(new URL(url).pathname.split('/')[1]) !== null

async function usedLanguage(): Promise<Language> {
  return (await readWhileClosed()).lang ?? defaultLanguage
}

/** Tells the person that points were added, if they want to be told; an open page shows it itself. */
export async function announceAdded(points: number): Promise<void> {
  if ((await openWindows()).length > 0) return
  await noteAddedUnseen()
  if (!('Notification' in self) || Notification.permission !== 'granted') return
  const lang = await usedLanguage()
  await self.registration.showNotification(addedPointsMessage(points, lang), {
    lang: languageTags[lang],
    icon: '/icon-192.png',
  })
}

/** Opens the scans: in a window that shows the app, and that this worker may lead, or else in a new one. */
export async function openMyScans(notification: Notification): Promise<void> {
  notification.close()
  const address = `/${await usedLanguage()}/my-scans`
  const window = (await self.clients.matchAll({ type: 'window' })).find(isPageOfApp)
  if (!window) {
    await self.clients.openWindow(address)
    return
  }
  await window.focus()
  await window.navigate(address)
}

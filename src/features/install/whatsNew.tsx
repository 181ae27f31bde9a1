import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { rememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { Toasts } from '#src/ui/overlays/Toasts.tsx'
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
    showToasts()
  } catch {
    // News is worth no error.
  }
}

/** In a root of its own, so that nobody loads the code of messages before there is one. */
function showToasts(): void {
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(
    <I18nProvider i18n={i18n}>
      <Toasts />
    </I18nProvider>,
  )
}

import { useSyncExternalStore } from 'react'

/**
 * Not part of a standard: the browser offers to install the app, and lets the page choose the moment. It can be used
 * once.
 */
interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
  interface Document {
    /** Kept by the page's inline script (src/start/watchDocument.ts): the event may come before the app. */
    installPrompt?: InstallPrompt | undefined
  }
}

const used = new EventTarget()

function watchPrompt(listener: () => void): () => void {
  const watch = new AbortController()
  const { signal } = watch
  for (const type of ['beforeinstallprompt', 'appinstalled']) addEventListener(type, listener, { signal })
  used.addEventListener('used', listener, { signal })
  return () => watch.abort()
}

/** Whether the browser can be asked to install the app. */
export function useInstallPrompt(): boolean {
  return useSyncExternalStore(
    watchPrompt,
    () => document.installPrompt !== undefined,
    () => false,
  )
}

/** Shows the browser's prompt. Returns whether the person installs the app. */
export async function showInstallPrompt(): Promise<boolean> {
  const prompt = document.installPrompt
  delete document.installPrompt
  used.dispatchEvent(new Event('used'))
  if (!prompt) return false
  const { outcome } = await prompt.prompt()
  return outcome === 'accepted'
}

import { createListeners } from '#src/platform/listeners.ts'

/** The name of what tabs of staff tell each other. */
const channelName = 'club-bravo-staff'

const listeners = createListeners()
let asking: Promise<boolean> | null = null
/** Ends the question. */
let settle = (_isConfirmed: boolean): void => undefined

/** Whether somebody is asked for their passkey now. */
export const isAsking = (): boolean => asking !== null

export const subscribeAsking = (listener: () => void): (() => void) => listeners.add(listener)

/** They do not want to. */
export function stopAsking(): void {
  settle(false)
}

/** Tells the other tabs that the passkey was used. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('confirmed')
  channel.close()
}

/**
 * Asks for the passkey in a dialog or in a tab of its own, so that nothing is lost of what stands here. Resolves to
 * whether it was used. Calls that are refused at the same time share one answer.
 *
 * @param isConfirmed asks the server, whenever this tab may be back
 */
export function askForPasskey(isConfirmed: () => Promise<boolean>): Promise<boolean> {
  if (asking !== null) return asking
  asking = ask(isConfirmed)
  listeners.notify()
  return asking
}

async function ask(isConfirmed: () => Promise<boolean>): Promise<boolean> {
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  const look = async () => {
    if (document.visibilityState === 'visible' && (await isConfirmed())) settle(true)
  }
  const unwatch = watchConfirmed(() => void look())
  const confirmed = await answer
  asking = null
  listeners.notify()
  unwatch()
  return confirmed
}

/**
 * Calls back whenever somebody may have proved to be there elsewhere: another tab says so, or this one is looked at
 * again. Returns what ends that.
 */
export function watchConfirmed(onChange: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', onChange)
  document.addEventListener('visibilitychange', onChange)
  addEventListener('focus', onChange)
  return () => {
    channel.close()
    document.removeEventListener('visibilitychange', onChange)
    removeEventListener('focus', onChange)
  }
}

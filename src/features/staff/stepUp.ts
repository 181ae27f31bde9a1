import { createListeners } from '#src/platform/listeners.ts'

/** The name of what tabs of staff tell each other. */
const channelName = 'club-bravo-staff'

const listeners = createListeners()
let waiting: { answer: Promise<boolean>; resolve: (isConfirmed: boolean) => void } | null = null

/** Whether somebody is asked for their passkey now. */
export const isAsking = (): boolean => waiting !== null

export const subscribeAsking = (listener: () => void): (() => void) => listeners.add(listener)

/** They do not want to. */
export function stopAsking(): void {
  waiting?.resolve(false)
}

/** Tells the other tabs that the passkey was used. */
export function tellConfirmed(): void {
  new BroadcastChannel(channelName).postMessage('confirmed')
}

/**
 * Asks for the passkey in a tab of its own, so that nothing is lost of what stands here. Resolves to whether it was
 * used. Calls that are refused at the same time share one answer.
 *
 * @param isConfirmed asks the server, whenever this tab may be back
 */
export async function askForPasskey(isConfirmed: () => Promise<boolean>): Promise<boolean> {
  if (waiting !== null) return await waiting.answer
  let resolve = (_isConfirmed: boolean): void => undefined
  const answer = new Promise<boolean>((settle) => {
    resolve = settle
  })
  waiting = { answer, resolve }
  const channel = new BroadcastChannel(channelName)
  const look = async () => {
    if (document.visibilityState === 'visible' && (await isConfirmed())) resolve(true)
  }
  const onChange = () => void look()
  channel.addEventListener('message', onChange)
  document.addEventListener('visibilitychange', onChange)
  addEventListener('focus', onChange)
  listeners.notify()
  const confirmed = await answer
  waiting = null
  listeners.notify()
  channel.close()
  document.removeEventListener('visibilitychange', onChange)
  removeEventListener('focus', onChange)
  return confirmed
}

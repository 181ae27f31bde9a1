import type { RenewalOutcome } from '#src/session/renewal.ts'
import type { Sender } from '#src/outbox/sender.ts'
import { openSending, type Sending } from '#src/outbox/page/sending.ts'
import { createTokenRecovery } from '#src/outbox/page/tokenRecovery.ts'
import type { InstantDevice } from './instantDevice.ts'

interface Timer {
  at: number
  callback: () => void
}

/** A page of an `InstantDevice` that sends by itself: by the triggers that a test pulls, and by its timer. */
export class InstantPage {
  readonly sending: Sending
  /** The tokens that it has asked to replace. */
  readonly renewals: string[] = []
  /** The provider's answer to a renewal. */
  renew: () => RenewalOutcome = () => 'refused'
  readonly #device: InstantDevice
  readonly #listeners = new Set<() => void>()
  #timers: Timer[] = []

  constructor(device: InstantDevice, sender: Sender = device.openSender({ lock: alone })) {
    this.#device = device
    this.sending = openSending({
      sender,
      recovery: createTokenRecovery({
        renew: (token) => {
          this.renewals.push(token)
          return Promise.resolve(this.renew())
        },
        elapsed: () => device.time.elapsed,
        random: () => 0.5,
      }),
      after: (milliseconds, callback) => {
        const timer = { at: device.time.elapsed + milliseconds, callback }
        this.#timers.push(timer)
        return () => (this.#timers = this.#timers.filter((other) => other !== timer))
      },
      events: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
    })
  }

  /** Something happens after which sending may succeed, such as `online`. */
  async trigger(): Promise<void> {
    for (const listener of this.#listeners) listener()
    await macrotask()
  }

  /** Lets time pass, and runs the timers that are due, each at its time. */
  async wait(milliseconds: number): Promise<void> {
    await macrotask()
    const end = this.#device.time.elapsed + milliseconds
    for (;;) {
      const [next] = this.#timers.toSorted((a, b) => a.at - b.at)
      if (!next || next.at > end) break
      this.#device.pass(next.at - this.#device.time.elapsed)
      this.#timers = this.#timers.filter((timer) => timer !== next)
      next.callback()
      await macrotask()
    }
    this.#device.pass(end - this.#device.time.elapsed)
  }
}

/** The lock of a device with one page. */
const alone = async <T>(work: (holdsLock: () => boolean) => Promise<T>) => ({
  kind: 'done' as const,
  value: await work(() => true),
})

/** Every operation of an instant device is done after it. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

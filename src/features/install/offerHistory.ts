const key = 'club-bravo.install-offered'
const monthMs = 31 * 24 * 60 * 60 * 1000

/** Whether a month has passed since the app was last offered for installation on this device. */
export function isOfferDue(now: number): boolean {
  try {
    const offered = Number(localStorage.getItem(key) ?? Number.NaN)
    // A clock that was set back must not silence the offer for years.
    return !(Math.abs(now - offered) < monthMs)
  } catch {
    // A browser that remembers nothing would offer it each time.
    return false
  }
}

/** Remembers that the app is offered now. */
export function recordOffer(now: number): void {
  try {
    localStorage.setItem(key, String(now))
  } catch {
    // A full disk: the offer comes again.
  }
}

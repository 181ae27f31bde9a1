/** The two clocks of a phone. */
export interface Clock {
  /** Milliseconds since 1970: people and other programs may set it back or forward at any moment. */
  now: () => number
  /** Milliseconds since some moment: never goes back, but is different in every tab and forgotten with it. */
  elapsed: () => number
}

export const phoneClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

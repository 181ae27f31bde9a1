/** The two clocks of a device. */
export interface Clock {
  /** Milliseconds since 1970. The person or the network may set it back or forward at any moment. */
  now: () => number
  /** Milliseconds since some moment. Monotonic, but different in every tab and gone with it. */
  elapsed: () => number
}

/** The clocks of this page or worker. */
export const deviceClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
}

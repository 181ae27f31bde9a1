/** Where the lines of a plot are, in its own values, from the highest to the lowest; 0 is one of them. */
export interface PlotScale {
  lines: readonly number[]
  /** The place of a value: 0 at the top of the plot, 100 at its foot. */
  placeOf: (value: number) => number
}

/** About so many lines are above 0 or below it, whichever has more. */
const wantedLines = 4

/** The smallest of 1, 2, 5, 10, 20, 50 … that is not below a value. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power
}

/** A scale of round numbers for whole values from `-below` to `above`. */
export function plotScale(above: number, below = 0): PlotScale {
  const step = Math.max(1, roundStep(Math.max(above, below, 1) / wantedLines))
  const [up, down] = [Math.max(1, Math.ceil(above / step)), Math.ceil(below / step)]
  const lines = Array.from({ length: up + down + 1 }, (_, index) => (up - index) * step)
  return { lines, placeOf: (value) => round(((up * step - value) / ((up + down) * step)) * 100) }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Whether each benchmark only shows that it still runs (`npm run faults -- benches`). */
export const isSmall = process.argv.includes('--small')

/** How much of something a benchmark measures. */
export function sized(whole: number, small: number): number {
  return isSmall ? small : whole
}

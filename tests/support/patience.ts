const factor = Number(process.env['TEST_PATIENCE'] ?? '1')
if (!(factor > 0)) throw new Error('TEST_PATIENCE is a factor, such as 3.')

/**
 * How long a test waits for a condition before it fails. It ends a run that hangs, and says nothing about how fast the
 * product is: on a slow machine, `TEST_PATIENCE=3` makes every wait three times as long.
 *
 * @param milliseconds on a machine of two cores that has other work
 */
export function patient(milliseconds: number): number {
  return milliseconds * factor
}

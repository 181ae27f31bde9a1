import { type Fault, refusal, unusable } from '#tests/support/faults.ts'
import type { SeededRandom } from './seededRandom.ts'

/**
 * The probability of each fault for a call of the soak: a quarter of all calls fail. Time-outs are rare because each
 * takes 8 s.
 */
const weightedFaults: readonly { weight: number; item: Fault }[] = [
  { weight: 0.05, item: { kind: 'reset' } },
  { weight: 0.05, item: { kind: 'swallow-reset' } },
  { weight: 0.05, item: { kind: 'cut' } },
  { weight: 0.03, item: refusal(500) },
  { weight: 0.02, item: refusal(502) },
  { weight: 0.02, item: refusal(409) },
  { weight: 0.01, item: refusal(422) },
  { weight: 0.005, item: refusal(401) },
  { weight: 0.005, item: refusal(429, { 'retry-after': '1' }) },
  { weight: 0.005, item: unusable.html },
  { weight: 0.0025, item: { kind: 'silence' } },
  { weight: 0.0025, item: { kind: 'swallow' } },
]

/** The fault of a member's next call, or null if it succeeds. */
export function nextFault(random: SeededRandom): Fault | null {
  return random.draw(weightedFaults)
}

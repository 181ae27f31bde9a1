import { type Fault, refusal, unusable } from '#tests/support/faults.ts'
import type { SeededRandom } from './seededRandom.ts'

/** The probability of each fault for a call of the soak: a quarter of all calls fail. Time-outs are rare because each takes 8 s. */
const mix: readonly { weight: number; thing: Fault }[] = [
  { weight: 0.05, thing: { kind: 'reset' } },
  { weight: 0.05, thing: { kind: 'swallow-reset' } },
  { weight: 0.05, thing: { kind: 'cut' } },
  { weight: 0.03, thing: refusal(500) },
  { weight: 0.02, thing: refusal(502) },
  { weight: 0.02, thing: refusal(409) },
  { weight: 0.01, thing: refusal(422) },
  { weight: 0.005, thing: refusal(401) },
  { weight: 0.005, thing: refusal(429, { 'retry-after': '1' }) },
  { weight: 0.005, thing: unusable.html },
  { weight: 0.0025, thing: { kind: 'silence' } },
  { weight: 0.0025, thing: { kind: 'swallow' } },
]

/** The fault of a member's next call, or null if it succeeds. */
export function nextFault(random: SeededRandom): Fault | null {
  return random.draw(mix)
}

import type { Stage } from '#tests/support/proxy.ts'
import { type Fault, refusal } from '#tests/support/faults.ts'

/** A fault of a call, and how far such a call gets through the proxy, the last stage last. */
export interface NetworkFault {
  name: string
  fault: Fault
  stages: readonly Stage[]
}

function answered(name: string, fault: Fault): NetworkFault {
  return { name, fault, stages: ['arrived', 'answered', 'half', 'passed'] }
}

/** The response of a gateway whose server does not respond: not JSON. */
const badGateway: Fault = {
  kind: 'answer',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

/** The ten faults of the crash matrix. */
export const networkFaults: readonly NetworkFault[] = [
  { name: 'refused', fault: { kind: 'reset' }, stages: ['arrived'] },
  { name: 'time-out before the commit', fault: { kind: 'silence' }, stages: ['arrived'] },
  { name: 'time-out after the commit', fault: { kind: 'swallow' }, stages: ['arrived', 'forwarded', 'answered'] },
  { name: 'cut body', fault: { kind: 'cut' }, stages: ['arrived', 'forwarded', 'answered', 'half'] },
  answered('401', refusal(401)),
  answered('409', refusal(409)),
  answered('422', refusal(422)),
  answered('429', refusal(429, { 'retry-after': '1' })),
  answered('500', refusal(500)),
  answered('502', badGateway),
]

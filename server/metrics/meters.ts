import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What this process has measured since it started, for `/metrics`. No label names a person. */
export const registry = new Registry()
const registers = [registry]

const requests = new Histogram({
  name: 'club_http_request_duration_seconds',
  help: 'Requests by endpoint, method and status, and how long they took until the last byte or the end of the connection.',
  labelNames: ['endpoint', 'method', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
})

const scans = new Counter({
  name: 'club_scan_answers_total',
  help: 'Calls of the scan outbox by call and by the status of the ticket that they were answered with.',
  labelNames: ['call', 'status'],
  registers,
})

const settled = new Counter({
  name: 'club_settled_total',
  help: 'What settlements have done: performances settled, pending tickets credited, points given.',
  labelNames: ['what'],
  registers,
})

const failures = new Counter({
  name: 'club_maintenance_failures_total',
  help: 'Periodic tasks, or parts of them, that failed and are tried again.',
  labelNames: ['task'],
  registers,
})

const mails = new Counter({
  name: 'club_mails_total',
  help: 'Mails that the mail server took (sent), refused for now (postponed), or that were given up (failed).',
  labelNames: ['outcome'],
  registers,
})

/** Counts a request that has ended. */
export function countRequest(request: { endpoint: string; method: string; status: number; seconds: number }): void {
  const { seconds, ...labels } = request
  requests.observe(labels, seconds)
}

/** Counts an answer about a ticket. */
export function countScan(call: string, answer: unknown): void {
  const status = typeof answer === 'object' && answer !== null && 'status' in answer ? String(answer.status) : 'other'
  scans.inc({ call, status })
}

/** Counts what a settlement has done. */
export function countSettlement(done: { performances: number; claims: number; points: number }): void {
  for (const [what, count] of Object.entries(done)) settled.inc({ what }, count)
}

/** Counts a periodic task that failed. */
export function countFailure(task: string): void {
  failures.inc({ task })
}

/** Counts what became of an attempt to send a mail. */
export function countMail(outcome: 'sent' | 'postponed' | 'failed'): void {
  mails.inc({ outcome })
}

/** Shows figures that are read when they are asked for. Those that cannot be read are left out. */
export function showFigures(
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Record<string, number> | Promise<Record<string, number>>,
): void {
  registry.removeSingleMetric(name)
  registry.registerMetric(
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [],
      async collect() {
        this.reset()
        const figures = await Promise.resolve(read()).catch(() => ({}))
        for (const [which, value] of Object.entries(figures)) this.set({ [label]: which }, value)
      },
    }),
  )
}

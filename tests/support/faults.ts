/** What the proxy does with a request, in place of passing it on. `forwarded` faults let the server do its work first. */
export type Fault =
  /** The connection is reset before the server hears of the request. */
  | { kind: 'reset' }
  /** Nothing ever comes back, and the server never hears of it. */
  | { kind: 'silence' }
  /** The server does its work, and nothing ever comes back. */
  | { kind: 'swallow' }
  /** The server does its work, and the connection is reset. */
  | { kind: 'swallow-reset' }
  /** The server does its work; half of its answer arrives, then the connection is reset. */
  | { kind: 'cut' }
  /** An answer that the server never gave; it never hears of the request. */
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body: string | Buffer }
  /** The server's answer with another body. */
  | { kind: 'rewrite'; change: (body: string) => string }

/** An error answer as the club's server words it. */
export function refusal(status: number, headers: Record<string, string> = {}): Fault {
  const body = JSON.stringify({ message: `The proxy answered ${status}.` })
  return { kind: 'answer', status, headers: { 'content-type': 'application/json', ...headers }, body }
}

/** A 200 answer with this JSON. */
export function json(value: unknown): Fault {
  return { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Answers that no client of this API can use. */
export const unusable = {
  html: {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Hall Wi-Fi</title><h1>Please accept the terms</h1>',
  },
  cutJson: {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"status":"found","ticket_info":{"ticket_no":"T',
  },
  wrongTypes: json({ status: 7, ticket_info: 'yes' }),
  tenMegabytes: {
    kind: 'answer',
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat([Buffer.from('{"status":"'), Buffer.alloc(10 * 1024 * 1024, 'x'), Buffer.from('"}')]),
  },
} as const satisfies Record<string, Fault>

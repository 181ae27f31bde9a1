/**
 * What the proxy does with a request instead of forwarding it. With `forwarded` faults the server does its work first.
 */
export type Fault =
  /** The connection is reset before the request reaches the server. */
  | { kind: 'reset' }
  /** No response ever arrives, and the request never reaches the server. */
  | { kind: 'silence' }
  /** The server does its work, and no response ever arrives. */
  | { kind: 'swallow' }
  /** The server does its work, and the connection is reset. */
  | { kind: 'swallow-reset' }
  /** The server does its work; half of its response arrives, then the connection is reset. */
  | { kind: 'cut' }
  /**
   * A response that the server did not send; the request never reaches it. Like the club's, one in JSON names the
   * key of its call, unless it is `anonymous` or names another.
   */
  | {
      kind: 'answer'
      status: number
      headers?: Record<string, string>
      body: string | Buffer
      anonymous?: boolean
    }
  /** The server's response with another body, if it is a 200. */
  | { kind: 'rewrite'; change: (body: string) => string }

/** An error response as the club's server formats it. */
export function refusal(status: number, headers: Record<string, string> = {}): Fault {
  const body = JSON.stringify({ message: `The proxy answered ${status}.` })
  return { kind: 'answer', status, headers: { 'content-type': 'application/json', ...headers }, body }
}

/** A 200 response with this JSON. */
export function json(value: unknown): Fault & { kind: 'answer' } {
  return { kind: 'answer', status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Responses that no client of this API can use. */
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

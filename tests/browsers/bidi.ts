import * as v from 'valibot'

/** A connection to a browser that speaks WebDriver BiDi. */
export interface Connection {
  /** Sends a command. Resolves to its result; rejects with the browser's error. */
  send: (method: string, params: object) => Promise<unknown>
}

const Message = v.union([
  v.object({ type: v.literal('success'), id: v.number(), result: v.unknown() }),
  v.object({ type: v.literal('error'), id: v.nullable(v.number()), error: v.string(), message: v.string() }),
])

/** Connects to a browser. Commands that have no answer when the connection closes are rejected. */
export async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address)
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), { once: true })
  })
  socket.addEventListener('message', ({ data }) => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Message), data)
    // Anything else is an event: none was asked for.
    if (!parsed.success || parsed.output.id === null) return
    const command = open.get(parsed.output.id)
    open.delete(parsed.output.id)
    if (parsed.output.type === 'success') command?.resolve(parsed.output.result)
    else command?.reject(new Error(`${parsed.output.error}: ${parsed.output.message}`))
  })
  socket.addEventListener('close', () => {
    for (const command of open.values()) command.reject(new Error('The browser has closed the connection.'))
  })
  return {
    send: (method, params) => {
      if (socket.readyState !== WebSocket.OPEN)
        return Promise.reject(new Error('The browser has closed the connection.'))
      last += 1
      const command = Promise.withResolvers<unknown>()
      open.set(last, command)
      socket.send(JSON.stringify({ id: last, method, params }))
      return command.promise
    },
  }
}

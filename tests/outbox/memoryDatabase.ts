/**
 * IndexedDB as far as the outbox uses it, in memory and without real time: one object store, transactions that run one
 * after another, commit when their last request is done, and are lost with a tab that dies before.
 *
 * Written data exists twice: as a running browser sees it, and as it remains when the browser is killed. Only strictly
 * durable commits reach the second at once.
 */

/** Decides when a transaction commits, and when the tab is notified. The promise of a dead tab never resolves. */
export type AwaitStep = (label: string) => Promise<void>

/** A disk that the tabs of one browser share. */
export interface MemoryDisk {
  /** The data that the running browser sees. */
  rows: Map<string, unknown>
  /** The data that remains after a kill. */
  durable: Map<string, unknown>
  /** No connection works, and none can be opened. */
  unreachable: boolean
  /** Writing fails. */
  full: boolean
  /** How many rows have been read so far, by any tab. */
  rowsRead: number
  /** The queued transactions, the running one first. */
  readonly queue: MemoryTransaction[]
  readonly connections: Set<MemoryConnection>
}

export function newDisk(): MemoryDisk {
  return {
    rows: new Map(),
    durable: new Map(),
    unreachable: false,
    full: false,
    rowsRead: 0,
    queue: [],
    connections: new Set(),
  }
}

/** The `indexedDB` of one tab. */
export function databasesOf(disk: MemoryDisk, awaitStep: AwaitStep): IDBFactory {
  const open = () => {
    const request = new MemoryRequest<MemoryConnection>()
    queueMicrotask(() => {
      if (disk.unreachable)
        return request.fail(new DOMException('Internal error opening backing store.', 'UnknownError'))
      const connection = new MemoryConnection(disk, awaitStep)
      disk.connections.add(connection)
      return request.succeed(connection)
    })
    return request
  }
  return Object.assign(Object.create(null), { open })
}

/** The browser drops every connection. Only some browsers fire an event for that. */
export function dropConnections(disk: MemoryDisk, said: boolean): void {
  for (const connection of disk.connections) connection.drop(said)
}

/** The process of these tabs has ended, and their open transactions with it. */
export function killTransactions(disk: MemoryDisk, awaitStep: AwaitStep): void {
  for (const connection of disk.connections) if (connection.awaitStep === awaitStep) connection.vanish()
}

/** The whole browser has ended: only durable data remains. */
export function loseMemory(disk: MemoryDisk): void {
  disk.rows = new Map(disk.durable)
}

/** Fires events to both kinds of listeners: properties, which idb-keyval uses, and added ones. */
class Target extends EventTarget {
  fire(type: string): void {
    const handler: unknown = Reflect.get(this, `on${type}`)
    if (typeof handler === 'function') Reflect.apply(handler, this, [])
    this.dispatchEvent(new Event(type))
  }
}

class MemoryRequest<T> extends Target {
  result: T | undefined
  error: DOMException | null = null

  succeed(result: T): void {
    this.result = result
    this.fire('success')
  }

  fail(error: DOMException): void {
    this.error = error
    this.fire('error')
  }
}

class MemoryConnection extends Target {
  readonly awaitStep: AwaitStep
  readonly #disk: MemoryDisk
  closed = false

  constructor(disk: MemoryDisk, awaitStep: AwaitStep) {
    super()
    this.#disk = disk
    this.awaitStep = awaitStep
  }

  transaction(_name: string, mode: IDBTransactionMode, options: IDBTransactionOptions = {}): MemoryTransaction {
    if (this.closed || this.#disk.unreachable) {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    }
    return new MemoryTransaction(this.#disk, this, { mode, ...options })
  }

  close(): void {
    this.closed = true
  }

  drop(said: boolean): void {
    for (const transaction of this.#leave()) transaction.abort()
    if (said) this.fire('close')
  }

  /** No tab is left to be notified. */
  vanish(): void {
    for (const transaction of this.#leave()) transaction.end()
  }

  #leave(): MemoryTransaction[] {
    this.closed = true
    this.#disk.connections.delete(this)
    return this.#disk.queue.filter(({ connection }) => connection === this)
  }
}

type Mode = IDBTransactionOptions & { mode: IDBTransactionMode }

/** The number of microtask turns that the callback of a request may take before it makes the next request. */
const maxMicrotasks = 30

class MemoryTransaction extends Target {
  readonly connection: MemoryConnection
  readonly objectStoreNames = ['memory']
  error: DOMException | null = null
  readonly #disk: MemoryDisk
  readonly #mode: Mode
  readonly #requests: { run: () => void; fail: (error: DOMException) => void }[] = []
  /** undefined: deleted. */
  readonly #writes = new Map<string, unknown>()
  #started = false
  #ended = false

  constructor(disk: MemoryDisk, connection: MemoryConnection, mode: Mode) {
    super()
    this.#disk = disk
    this.connection = connection
    this.#mode = mode
    disk.queue.push(this)
    disk.queue[0]?.start()
  }

  objectStore(): object {
    return {
      transaction: this,
      get: (key: string) => this.#request(() => this.#counted([this.#read().get(key)])[0]),
      getAll: () => this.#request(() => this.#counted([...this.#read().values()])),
      index: (field: string) => ({
        getAll: (value: unknown) => this.#request(() => this.#counted(this.#rowsWith(field, value))),
      }),
      getAllKeys: () => this.#request(() => [...this.#read().keys()]),
      put: (value: unknown, key: string) => this.#write(key, structuredClone(value)),
      delete: (key: string) => this.#write(key, undefined),
      clear: () => this.#request(() => this.#read().forEach((_, key) => this.#writes.set(key, undefined))),
    }
  }

  abort(error: DOMException | null = null): void {
    if (this.#ended) throw new DOMException('The transaction has finished.', 'InvalidStateError')
    this.error = error
    this.end()
    queueMicrotask(() => {
      for (const { fail } of this.#requests.splice(0)) fail(new DOMException('Aborted.', 'AbortError'))
      this.fire('abort')
    })
  }

  /** Begins, unless it has begun. */
  start(): void {
    if (this.#started) return
    this.#started = true
    void this.#run()
  }

  /** Lets the next transaction begin. Uncommitted data is gone. */
  end(): void {
    this.#ended = true
    this.#disk.queue.splice(this.#disk.queue.indexOf(this), 1)
    this.#disk.queue[0]?.start()
  }

  async #run(): Promise<void> {
    for (let left = maxMicrotasks; left > 0; left--) {
      const request = this.#requests.shift()
      if (request) {
        request.run()
        left = maxMicrotasks
      }
      await Promise.resolve()
      if (this.#ended) return
    }
    await this.#commit()
  }

  async #commit(): Promise<void> {
    const { awaitStep } = this.connection
    if (this.#mode.mode === 'readwrite') {
      await awaitStep('commit')
      if (this.#ended) return
      const grows = [...this.#writes.values()].some((value) => value !== undefined)
      if (this.#disk.full && grows) return this.abort(new DOMException('No space left.', 'QuotaExceededError'))
      this.#apply(this.#disk.rows)
      if (this.#mode.durability === 'strict') this.#disk.durable = new Map(this.#disk.rows)
    }
    this.end()
    await awaitStep('complete')
    // The rows are written, but a tab whose connection is gone by now gets an error.
    this.fire(this.connection.closed ? 'abort' : 'complete')
  }

  #counted(rows: unknown[]): unknown[] {
    this.#disk.rowsRead += rows.length
    return rows
  }

  #rowsWith(field: string, value: unknown): unknown[] {
    const fieldOf = (row: unknown): unknown =>
      typeof row === 'object' && row !== null ? Reflect.get(row, field) : undefined
    return [...this.#read().values()].filter((row) => fieldOf(row) === value)
  }

  #read(): Map<string, unknown> {
    const rows = new Map(this.#disk.rows)
    this.#apply(rows)
    return rows
  }

  #apply(rows: Map<string, unknown>): void {
    for (const [key, value] of this.#writes) {
      if (value === undefined) rows.delete(key)
      else rows.set(key, value)
    }
  }

  #write(key: string, value: unknown): MemoryRequest<unknown> {
    if (this.#mode.mode === 'readonly') throw new DOMException('The transaction is read-only.', 'ReadOnlyError')
    return this.#request(() => {
      this.#writes.set(key, value)
      return key
    })
  }

  #request(result: () => unknown): MemoryRequest<unknown> {
    if (this.#ended) throw new DOMException('The transaction has finished.', 'TransactionInactiveError')
    const request = new MemoryRequest<unknown>()
    this.#requests.push({ run: () => request.succeed(result()), fail: (error) => request.fail(error) })
    return request
  }
}

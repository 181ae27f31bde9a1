/**
 * Makes this page's workers slower. The browser's own throttling slows only a page's main thread, so each response of a
 * worker is delayed by the additional time that a slower processor would need.
 *
 * @param slowness the factor by which a worker takes longer
 */
export function slowWorkers(slowness: number): void {
  globalThis.Worker = class extends Worker {
    #asked = performance.now()

    override postMessage(message: unknown, extra: Transferable[] | StructuredSerializeOptions = []): void {
      this.#asked = performance.now()
      super.postMessage(message, Array.isArray(extra) ? { transfer: extra } : extra)
    }

    override addEventListener(
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: AddEventListenerOptions | boolean,
    ): void {
      if (type !== 'message' || typeof listener !== 'function') super.addEventListener(type, listener, options)
      else super.addEventListener(type, (event: Event) => this.#holdBack(listener, event), options)
    }

    #holdBack(listener: EventListener, event: Event): void {
      setTimeout(() => listener.call(this, event), (performance.now() - this.#asked) * (slowness - 1))
    }
  }
}

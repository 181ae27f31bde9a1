/**
 * Without a network, before the worker has cached the app, parts of it cannot be loaded. The next start tries again.
 */
export function reportUnavailable(error: unknown): void {
  console.warn('A part of the app could not be started.', error)
}

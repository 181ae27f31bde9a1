import type { UseStore } from 'idb-keyval'
import { StorageError } from './durableStore.ts'

/** Runs work on a store, and resolves to `fallback` if storage fails: for what the app can do without. */
type FallbackStore = <T>(
  mode: IDBTransactionMode,
  work: (rows: IDBObjectStore) => Promise<T>,
  fallback: T,
) => Promise<T>

/** @param store a durable store (durableStore.ts); errors other than a `StorageError` are rejected with */
export function withFallback(store: UseStore): FallbackStore {
  return async (mode, work, fallback) => {
    try {
      return await store(mode, work)
    } catch (error) {
      if (error instanceof StorageError) return fallback
      throw error
    }
  }
}

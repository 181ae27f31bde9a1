import { useEffect, useSyncExternalStore } from 'react'
import { checkPersistence, storagePersistence, watchPersistence } from '#src/storage/persistentStorage.ts'

/** Whether the browser may delete the scans on this device by itself; false while it has not said. */
export function useEvictableStorage(): boolean {
  useEffect(() => {
    void checkPersistence()
  }, [])
  return useSyncExternalStore(watchPersistence, storagePersistence, () => 'unknown') === 'evictable'
}

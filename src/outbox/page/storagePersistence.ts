import { useEffect, useSyncExternalStore } from 'react'
import {
  checkPersistence,
  type Persistence,
  requestPersistentStorage,
  storagePersistence,
  watchPersistence,
} from '#src/storage/persistentStorage.ts'

/** Whether the browser keeps what is stored on this device. */
export function usePersistence(): Persistence {
  useEffect(() => {
    void checkPersistence()
  }, [])
  return useSyncExternalStore(watchPersistence, storagePersistence, () => 'unknown')
}

/** Whether the browser may delete the scans on this device by itself; false while it has not said. */
export function useEvictableStorage(): boolean {
  return usePersistence() === 'evictable'
}

/** Asks the browser to keep what is stored on this device, now that the app is installed. Never rejects. */
export async function keepStorageOfInstalledApp(): Promise<void> {
  await requestPersistentStorage('installation')
}

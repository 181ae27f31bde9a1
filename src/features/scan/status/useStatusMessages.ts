import { useEvictableStorage } from '#src/outbox/page/storagePersistence.ts'
import type { DisplayStatus } from './displayStatus.ts'
import { type StatusMessages, statusMessages } from './statusMessages.ts'

/** How a status is shown in this browser: one that may delete the scans of this device promises less. */
export function useStatusMessages(status: DisplayStatus): StatusMessages {
  const isEvictable = useEvictableStorage()
  const messages = statusMessages[status]
  return isEvictable ? { ...messages, ...messages.evictable } : messages
}

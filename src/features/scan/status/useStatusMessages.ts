import { sendsWhileClosed } from '#src/outbox/whileClosed.ts'
import { useEvictableStorage } from '#src/outbox/page/storagePersistence.ts'
import type { DisplayStatus } from './displayStatus.ts'
import { type StatusMessages, statusMessagesIn } from './statusMessages.ts'

/** How a status is shown in this browser. */
export function useStatusMessages(status: DisplayStatus): StatusMessages {
  const isEvictable = useEvictableStorage()
  return statusMessagesIn(status, { isEvictable, sendsWhileClosed: sendsWhileClosed() })
}

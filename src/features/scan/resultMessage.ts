import type { ContentBlock, StaticContents } from '#contract/content.ts'
import type { ScanStatus } from '#contract/scan.ts'
import { isWritten } from '#src/i18n/localized.ts'
import type { Standing } from './standing.ts'

/** The standings that editors have words for, by the server's status. */
const statuses: Partial<Record<Standing, ScanStatus>> = {
  credited: 'success',
  invalid: 'invalid',
  not_found: 'not_found',
  expired: 'expired',
  claimed_by_other: 'duplicated',
}

/** What the contents say to a scan that stands so (`scan_result_messages`); null where they say nothing, or are not there. */
export function resultMessage(standing: Standing, contents: StaticContents | undefined): ContentBlock | null {
  const status = statuses[standing]
  const block = contents?.scan_result_messages.find(({ code }) => code === status)
  return block && isWritten(block.content) ? block : null
}

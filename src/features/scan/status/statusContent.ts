import type { ContentBlock, StaticContents } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import type { ScanStatus } from '#contract/scan.ts'
import { localized } from '#src/i18n/localized.ts'
import type { Standing } from './displayStatus.ts'

/** The standings that editors have words for, by the server's status. */
const statuses: Partial<Record<Standing, ScanStatus>> = {
  credited: 'success',
  pending: 'pending',
  invalid: 'invalid',
  not_found: 'not_found',
  expired: 'expired',
  claimed_by_other: 'duplicated',
}

/**
 * What the contents say of a status (`scan_result_messages`) to readers of a language; null where they say nothing, or are not there:
 * then the product's own words stand.
 */
export function statusMessage(
  status: ScanStatus,
  contents: StaticContents | undefined,
  lang: Language,
): ContentBlock | null {
  const block = contents?.scan_result_messages.find(({ code }) => code === status)
  return block && localized(block.content, lang) !== '' ? block : null
}

/** The same to a scan that stands so. */
export function resultMessage(
  standing: Standing,
  contents: StaticContents | undefined,
  lang: Language,
): ContentBlock | null {
  const status = statuses[standing]
  return status === undefined ? null : statusMessage(status, contents, lang)
}

import type { ContentBlock, StaticContents } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import type { ScanStatus } from '#contract/scan/scan.ts'
import { localized } from '#src/i18n/localized.ts'
import { type DisplayStatus, isShownReason } from './displayStatus.ts'

/**
 * The display statuses that editors write texts for, besides the reasons of the server's, with the code of the text.
 */
const codes: Partial<Record<DisplayStatus, ScanStatus>> = {
  to_confirm: 'found',
  credited: 'success',
  pending: 'pending',
  claimed_by_other: 'duplicated',
}

/**
 * The editors' text for a status (`scan_result_messages` of the contents). Null if they have none in this language, or
 * the contents are missing: then the built-in messages apply.
 */
export function statusContent(
  status: DisplayStatus,
  contents: StaticContents | undefined,
  lang: Language,
): ContentBlock | null {
  const wanted = isShownReason(status) ? status : codes[status]
  const block = contents?.scan_result_messages.find(({ code }) => code === wanted)
  return block && localized(block.content, lang) !== '' ? block : null
}

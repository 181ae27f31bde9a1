import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { pageOfPath } from '#src/i18n/language.ts'
import type { ChromeIconName } from '#src/ui/content/ChromeIcon.tsx'

/** One of the five ways in of the tab bar. */
export interface Tab {
  label: MessageDescriptor
  icon: ChromeIconName
  /** Its page, below the language. */
  page: string
  /** The other pages that belong to it. */
  pages: readonly string[]
}

const homeTab: Tab = { label: msg`Home`, icon: 'home', page: '', pages: [] }
const rewardsTab: Tab = {
  label: msg`Rewards`,
  icon: 'gift',
  page: 'reward-list',
  pages: ['reward-detail', 'asiamiles', 'redeem-success', 'redeem-fail', 'event', 'registration-event-result'],
}
export const scanTab: Tab = {
  label: msg`Scan`,
  icon: 'scan',
  page: 'scanner',
  pages: ['scan-intro', 'scan-preview', 'scan-success', 'scan-failed', 'my-scans'],
}
const cardTab: Tab = { label: msg`Card`, icon: 'card', page: 'membership-card', pages: [] }
/** Its page depends on the member's profile (accountRules.ts). */
export const accountTab: Tab = {
  label: msg`Account`,
  icon: 'user',
  page: 'member-detail',
  pages: [
    'my-rewards',
    'my-events',
    'my-concerts',
    'receipts',
    'account-settings',
    'your-data',
    'personal-detail',
    'point-transaction-log',
    'email-verification',
    'registration-free-tier-upgrade',
  ],
}

/** In their order: scanning is the main thing, in the middle, where a thumb reaches it. */
export const tabs: readonly Tab[] = [homeTab, rewardsTab, scanTab, cardTab, accountTab]

/** Whether a page (its path) is one of the tab's, without being the tab's own. */
export function isBelow(tab: Tab, pathname: string): boolean {
  return tab.pages.includes(pageOfPath(pathname))
}

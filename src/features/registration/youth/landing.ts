import type { MemberProfile } from '#contract/member/member.ts'
import { readTab, writeTab } from '#src/platform/tabStorage.ts'

type YouthStatus = MemberProfile['ya_status']

/** The statuses in which a member can apply to the young audience scheme. */
const openToApplications: ReadonlySet<YouthStatus> = new Set(['N/A', 'Rejected', 'Expired'])

/** Whether the club takes an application of a member in this status. */
export function mayApply(status: YouthStatus): boolean {
  return openToApplications.has(status)
}

const key = 'club-bravo.youth-landed'

/** Whether this tab has been led from `registration-ya` to sign in. */
export function hasLanded(): boolean {
  return readTab(key) !== null
}

/** Where the browser keeps nothing, the next visit is led to sign in again. */
export function noteLanding(): void {
  writeTab(key, 'yes')
}

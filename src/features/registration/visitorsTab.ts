import { takeOverTypedMobile } from './typedMobile.ts'
import { takeOverUpgrades } from './upgrades/upgrade.ts'

/**
 * After a visitor has signed in: what was typed or looked up in this tab on the page where the sign-in began is the new
 * member's, and nothing else.
 *
 * @param path of this app that the sign-in returns to
 */
export function takeOverTab(path: string): void {
  const [, , page = ''] = path.split(/[/?#]/)
  takeOverTypedMobile(page)
  takeOverUpgrades(page)
}

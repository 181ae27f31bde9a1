import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page of the club has between two controls. */
const mostTabs = 80

/** Presses Tab until the element has the focus, like a person without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < mostTabs; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No number of tabs leads to ${String(target)}.`)
}

/** Follows a link, or presses a button, by keyboard. */
export async function enter(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** Types into a text field, in place of what it has. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(text)
}

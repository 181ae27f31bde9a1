import type { Page } from '@playwright/test'
import { ticketPath } from '#contract/scan/ticket.ts'
import type { ChosenFile } from './pictures.ts'

/** A shared file: its bytes, or zeros of a length. */
export type SharedFile = ChosenFile | { name: string; mimeType: string; length: number }

/**
 * Shares files with the app, as the system does: the browser navigates by a POST of a form with the files. The page
 * must be one of the app's; resolves once the navigation has begun.
 */
export async function shareFiles(page: Page, ...files: readonly SharedFile[]): Promise<void> {
  const parts = files.map((file) => ({
    name: file.name,
    type: file.mimeType,
    base64: 'buffer' in file ? file.buffer.toString('base64') : '',
    length: 'length' in file ? file.length : 0,
  }))
  const navigated = page.waitForNavigation({ waitUntil: 'commit' })
  await page.evaluate(
    ([shared, action]) => {
      const transfer = new DataTransfer()
      for (const { name, type, base64, length } of shared) {
        const bytes = length > 0 ? new Uint8Array(length) : Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type }))
      }
      const form = Object.assign(document.createElement('form'), {
        action,
        method: 'post',
        enctype: 'multipart/form-data',
      })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'tickets', multiple: true })
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [parts, ticketPath] as const,
  )
  await navigated
}

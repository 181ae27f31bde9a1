import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Club } from './club.ts'
import type { TestMember } from './members.ts'

/** Gives the member a tier with its end, and a number, which it returns. */
export async function giveCard({ db }: Pick<Club, 'db'>, { id }: TestMember): Promise<string> {
  const memberNo = `CB${randomInt(10_000_000, 99_999_999)}`
  await db
    .updateTable('members')
    .set({ member_no: memberNo, membership_tier: 'Red', tier_expiry_date: new Date('2030-08-31T15:59:59Z') })
    .where('id', '=', id)
    .execute()
  return memberNo
}

/** The codes of the English card. */
export const cardCodes = (page: Page) => ({
  qr: page.getByRole('img', { name: 'QR code of your member number' }),
  bar: page.getByRole('img', { name: 'Barcode of your member number' }),
})

/** What a reader at a door sees in a QR code or barcode; undefined where it reads nothing. */
export async function textIn(code: Locator): Promise<string | undefined> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  const [found] = await readBarcodes(new Uint8Array(await code.screenshot()), { formats: ['QRCode', 'Code128'] })
  return found?.text
}

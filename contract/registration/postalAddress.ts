import * as v from 'valibot'
import { type Language, languages, languageTable, textIn, type Translations } from '#contract/language.ts'
import { OptionalText } from '#contract/schemas/lenient.ts'
import { recordOf } from '#contract/keysOf.ts'
import { type AddressField, addressLines, profileTable } from './profileTable.ts'

/** An address by its lines (`addressLines`); `country` is the id of a country in the contents. */
export const PostalAddress = v.record(v.string(), OptionalText)
export type PostalAddress = Readonly<v.InferOutput<typeof PostalAddress>>

/** A line of an address; null where it has no text. */
interface AddressLine {
  line: AddressField
  text: string | null
}

/** The lines of an address without which nothing can be sent (specification section 5). */
const neededLines = addressLines.filter((line) => profileTable[line].requiredBy.length > 0)

/** Whether something can be sent to an address, by its lines. */
export function isAddressComplete(address: PostalAddress | undefined): boolean {
  return neededLines.every((line) => (address?.[line] ?? '').trim() !== '')
}

const chinese = /\p{Script=Han}/u

/** Whether an address is written in Chinese, whoever reads it; one without text as its reader would write it. */
function isWrittenInChinese(address: PostalAddress | undefined, lang: Language): boolean {
  const written = addressLines.map((line) => (line === 'country' ? '' : (address?.[line] ?? ''))).join('')
  return written === '' ? languageTable[lang].isChinese : chinese.test(written)
}

/**
 * All lines of an address in the order in which it is written: from the flat to the country (specification section 9),
 * and where it is written in Chinese, from the country to the flat. The country is called by its name in the language
 * of the address.
 *
 * @param countries those of the contents; empty if there is no copy
 */
export function linesOf(
  address: PostalAddress | undefined,
  countries: readonly { id: string; name: Translations }[],
  lang: Language,
): AddressLine[] {
  const country = countries.find(({ id }) => id === address?.['country']?.trim())
  const isChinese = isWrittenInChinese(address, lang)
  const readIn = [lang, ...languages].find((one) => languageTable[one].isChinese === isChinese) ?? lang
  const name = country && textIn(country.name, readIn).text
  const lines = addressLines.map((line) => ({
    line,
    text: (line === 'country' && name) || (address?.[line] ?? '').trim() || null,
  }))
  return isChinese ? lines.toReversed() : lines
}

/** The lines of an address that have a text, as on a label. */
export function writtenAddress(...address: Parameters<typeof linesOf>): { line: AddressField; text: string }[] {
  return linesOf(...address).flatMap(({ line, text }) => (text === null ? [] : [{ line, text }]))
}

/** The lines of an address as one writes them in a sentence. */
export function inOneLine(lines: readonly string[]): string {
  return lines.join(lines.some((line) => chinese.test(line)) ? ' ' : ', ')
}

type AddressTexts = Record<AddressField, string | null>

/** A postal address in the shape in which the profile has it; none if no line of it is known. */
export function shippingAddressOf(known: AddressTexts): { memberProfile: AddressTexts }[] {
  const lines = recordOf(addressLines, (line) => known[line])
  return Object.values(lines).some((line) => line !== null) ? [{ memberProfile: lines }] : []
}

import { type AddressField, addressLines } from '#contract/registration/profileTable.ts'
import type { Country } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { localized } from '#src/i18n/localized.ts'

/** An address by its lines (`addressLines`); `country` is the id of a country in the contents. */
export type PostalAddress = Readonly<Record<string, string | null>>

/** A line of an address; null where it has no text. */
export interface AddressLine {
  line: AddressField
  text: string | null
}

/**
 * The lines of an address in the specification's order, the country by its name.
 *
 * @param countries those of the contents; empty if this device has no copy
 */
export function linesOf(
  address: PostalAddress | undefined,
  countries: readonly Pick<Country, 'id' | 'name'>[],
  lang: Language,
): AddressLine[] {
  const country = countries.find(({ id }) => id === address?.['country'])
  return addressLines.map((line) => ({
    line,
    text: line === 'country' && country ? localized(country.name, lang) : (address?.[line] ?? '').trim() || null,
  }))
}

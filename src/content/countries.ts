import { defaultLanguage, languageTags } from '#contract/language.ts'
import type { Country } from '#contract/content.ts'

/** The dialling code of Hong Kong, which comes first in every list of countries. */
const home = '852'

/** Sorts countries for selection (specification section 3): 852 first, the others by their English name. */
export function sortCountries(countries: readonly Country[]): Country[] {
  return countries.toSorted(
    (one, other) =>
      Number(other.country_code === home) - Number(one.country_code === home) ||
      one.name[defaultLanguage].localeCompare(other.name[defaultLanguage], languageTags[defaultLanguage]),
  )
}

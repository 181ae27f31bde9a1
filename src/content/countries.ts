import { defaultLanguage, languageTags } from '#contract/language.ts'
import type { Country } from '#contract/content.ts'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'

/** Sorts countries for selection (specification section 3): Hong Kong first, the others by their English name. */
export function sortCountries<One extends Pick<Country, 'country_code' | 'name'>>(countries: readonly One[]): One[] {
  return countries.toSorted(
    (one, other) =>
      Number(other.country_code === defaultCountryCode) - Number(one.country_code === defaultCountryCode) ||
      one.name[defaultLanguage].localeCompare(other.name[defaultLanguage], languageTags[defaultLanguage]),
  )
}

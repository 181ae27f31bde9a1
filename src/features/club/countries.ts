import type { Country } from '#contract/content.ts'

/** The dialling code of Hong Kong, which comes first wherever countries are listed. */
const home = '852'

/** Countries as they are offered (specification section 3): 852 first, the others by their English name. */
export function sortCountries(countries: readonly Country[]): Country[] {
  return countries.toSorted(
    (one, other) =>
      Number(other.country_code === home) - Number(one.country_code === home) ||
      one.name.en.localeCompare(other.name.en, 'en'),
  )
}

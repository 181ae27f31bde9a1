import type { StaticContents } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import { clubAddresses } from '#src/content/clubLinks.ts'
import { sortCountries } from '#src/content/countries.ts'
import { localized } from '#src/i18n/localized.ts'

/** Dialling codes of places that are no country of the contents: members call from there, and nothing is sent there. */
const moreCountryCodes = [{ country_code: '853', name: { en: 'Macau', tc: '澳門', sc: '澳门' } }]

interface Option {
  value: string
  label: string
}

/**
 * What the contents offer to choose from and link to, in the language in use. Lists are empty while this device has no
 * copy.
 */
export interface FormLookups {
  countries: readonly Option[]
  /** Dialling codes with the names of their countries. */
  countryCodes: readonly Option[]
  interests: readonly Option[]
  /** The address of the privacy policy. */
  privacyPolicy: string | null
}

/** What a form offers, from the contents; undefined while this device has none. */
export function lookupsOf(contents: StaticContents | undefined, lang: Language): FormLookups {
  const countries = sortCountries(contents?.countries ?? [])
  const others = moreCountryCodes.filter(({ country_code: code }) =>
    countries.every((one) => one.country_code !== code),
  )
  return {
    countries: countries.map(({ id, name }) => ({ value: id, label: localized(name, lang) })),
    countryCodes: sortCountries([...countries, ...(contents ? others : [])]).map(({ country_code: code, name }) => ({
      value: code,
      label: `+${code} ${localized(name, lang)}`,
    })),
    interests: (contents?.instruments ?? []).map(({ id, name }) => ({ value: id, label: localized(name, lang) })),
    privacyPolicy: clubAddresses(contents?.club_links ?? [], lang).privacy,
  }
}

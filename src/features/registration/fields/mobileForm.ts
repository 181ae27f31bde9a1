import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { defaultCountryCode } from '#contract/registration/profileFields.ts'

/**
 * Whether a number has the form of a mobile number of a country: its length and first digits, as the country's numbering plan has them.
 * Countries change their plans, so a number of another form may still be right: this warns, and never refuses.
 *
 * @param number digits, with or without the country code
 * @param countryCode a dialling code, such as `852`; null where none is asked for: Hong Kong's, or the one that the number begins with
 */
export function hasMobileForm(number: string, countryCode: string | null): boolean {
  return [`+${countryCode ?? defaultCountryCode}${number}`, `+${number}`].some((whole) => {
    const parsed = parsePhoneNumberFromString(whole)
    return parsed?.isValid() === true && (countryCode === null || parsed.countryCallingCode === countryCode)
  })
}

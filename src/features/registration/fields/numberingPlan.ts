import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { defaultCountryCode } from '#contract/registration/countryCode.ts'

/**
 * Whether a number's length and first digits are those of a mobile number in its country's numbering plan. Countries
 * change their plans, so another number may still be right: this warns, and never refuses.
 *
 * @param number digits, with or without the country code
 * @param countryCode a dialling code, such as `852`; null where none is asked for: Hong Kong's, or the one that the
 *   number begins with
 */
export function fitsNumberingPlan(number: string, countryCode: string | null): boolean {
  return [`+${countryCode ?? defaultCountryCode}${number}`, `+${number}`].some((whole) => {
    const parsed = parsePhoneNumberFromString(whole)
    return parsed?.isValid() === true && (countryCode === null || parsed.countryCallingCode === countryCode)
  })
}

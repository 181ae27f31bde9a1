/** The dialling code of Hong Kong: a form starts with it, and it comes first in every list of countries. */
export const defaultCountryCode = '852'

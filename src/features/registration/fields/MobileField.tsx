import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import * as v from 'valibot'
import { MobileNumber } from '#contract/registration/profileFields.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'

/** In milliseconds. The press that takes the focus away ends first: the notice moves what is below the field. */
const pressDuration = 300

interface MobileFieldProps extends Omit<ComponentProps<typeof TextField>, 'notice' | 'onBlur' | 'value'> {
  value: string
  /** The dialling code beside the field; null for a field without one. */
  countryCode: string | null
}

/**
 * Takes a mobile number, and tells, once it is typed, when it has another form than its country's mobile numbers have. It stays valid: the
 * specification asks for digits alone.
 */
export function MobileField({ value, countryCode, ...field }: MobileFieldProps) {
  const { t } = useLingui()
  const [doubted, setDoubted] = useState<string | null>(null)
  const whole = `${countryCode} ${value}`
  const check = async () => {
    const number = v.safeParse(MobileNumber, value)
    if (!number.success || countryCode === '') return
    // The numbering plans are 40 kB, for this field alone. Without them there is no notice.
    const [plans] = await Promise.all([
      import('./mobileForm.ts').catch(() => null),
      new Promise((resolve) => setTimeout(resolve, pressDuration)),
    ])
    if (plans?.hasMobileForm(number.output, countryCode) === false) setDoubted(whole)
  }
  const notice = doubted === whole && t`Is this number complete? It doesn’t look like a mobile number.`
  return <TextField {...field} value={value} notice={notice} onBlur={() => void check()} />
}

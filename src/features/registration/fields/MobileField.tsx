import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useEffect, useState } from 'react'
import * as v from 'valibot'
import { MobileNumber } from '#contract/registration/profileFields.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'

/**
 * How long nobody types before the number is looked at, in milliseconds: half a number is not worth a notice. One that
 * is left, or whose country is chosen after it, is looked at straight away.
 */
const typingPauseMs = 1500

interface MobileFieldProps extends Omit<ComponentProps<typeof TextField>, 'notice' | 'value'> {
  value: string
  /** The dialling code beside the field; null for a field without one. */
  countryCode: string | null
}

/** The numbering plans are 40 kB, for this field alone, and fetched with it. Without them there is no notice. */
const loadPlans = () => import('./numberingPlan.ts').catch(() => null)

/**
 * Takes a mobile number, and tells when it does not fit its country's numbering plan. It stays valid: the specification
 * asks for digits alone.
 */
export function MobileField({ value, countryCode, ...field }: MobileFieldProps) {
  const { t } = useLingui()
  const [doubted, setDoubted] = useState<string | null>(null)
  const [isTyping, setTyping] = useState(false)
  const whole = `${countryCode} ${value}`
  useEffect(() => {
    const loading = loadPlans()
    const number = v.safeParse(MobileNumber, value)
    if (!number.success || countryCode === '') return undefined
    let isCurrent = true
    const check = async () => {
      const plans = await loading
      if (isCurrent && plans?.fitsNumberingPlan(number.output, countryCode) === false) setDoubted(whole)
    }
    const timer = setTimeout(() => void check(), isTyping ? typingPauseMs : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [value, countryCode, whole, isTyping])
  const notice = doubted === whole && t`Is this number complete? It doesn’t look like a mobile number.`
  return (
    <TextField
      {...field}
      value={value}
      notice={notice}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
    />
  )
}

import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Where the browser learns what to sign, and where the form sends it. */
export interface PasskeyLinks {
  options: string
  action: string
}

interface PasskeyFormProps {
  /** Whether it makes a passkey or uses one. */
  does: 'create' | 'get'
  links: PasskeyLinks
  label: string
  variant: 'primary' | 'secondary'
  /** Whether the browser offers passkeys in the field of the address, too. */
  isAutofill?: boolean
  /** Whether the token after the `#` goes along. */
  hasToken?: boolean
  /** Said where what it is for is gone (410). */
  gone?: ReactNode
}

/** A button that makes or uses a passkey: the script shows it where the browser has any. */
export function PasskeyForm({ does, links, label, variant, isAutofill, hasToken, gone }: PasskeyFormProps) {
  const { t } = useLingui()
  return (
    <form
      method="post"
      action={links.action}
      data-passkey={does}
      data-options={links.options}
      {...(isAutofill && { 'data-autofill': '' })}
      hidden
    >
      <input type="hidden" name="credential" />
      {hasToken && <input type="hidden" name="token" />}
      <div aria-live="polite">
        <div data-problem="" hidden>
          <Notice tone="warning">{t`That didn’t work. Try again in a moment.`}</Notice>
        </div>
        <div data-dismissed="" hidden>
          <Notice tone="warning">
            {does === 'get'
              ? t`No passkey was used. This device may have none for Club Bravo: use another device, or sign in another way.`
              : t`No passkey was created. This device may already have one for Club Bravo.`}
          </Notice>
        </div>
        {gone && (
          <div data-gone="" hidden>
            {gone}
          </div>
        )}
      </div>
      <Button type="submit" variant={variant}>
        {label}
      </Button>
    </form>
  )
}

/** Said where passkeys are required, and the browser has none; the script shows it. */
export function NoPasskeys() {
  const { t } = useLingui()
  return (
    <div data-no-passkeys="" hidden>
      <Notice tone="warning">
        {t`This browser can’t use passkeys. Open this page in a current version of Chrome, Edge, Firefox or Safari.`}
      </Notice>
    </div>
  )
}

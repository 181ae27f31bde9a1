import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/states/Spinner.tsx'

/** Shown at `/login` before and after the redirect to the identity provider. */
export function SigningIn() {
  const { t } = useLingui()
  return <Spinner label={t`Signing you in…`} />
}

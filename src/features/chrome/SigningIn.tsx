import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/Spinner.tsx'

/** Shown at `/login` on the way to the identity provider and back. */
export function SigningIn() {
  const { t } = useLingui()
  return <Spinner label={t`Signing you in…`} />
}

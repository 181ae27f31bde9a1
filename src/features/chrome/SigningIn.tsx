import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/Spinner.tsx'

/** What stands at `/login` while the person is taken to the provider, or has just come back from it. */
export function SigningIn() {
  const { t } = useLingui()
  return <Spinner label={t`Signing you in…`} />
}

import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { ClubMark } from './ClubMark.tsx'
import styles from './SigningIn.module.css'

/** Shown at `/login` before and after the redirect to the identity provider. */
export function SigningIn() {
  const { t } = useLingui()
  return (
    <div className={styles['signingIn']}>
      <ClubMark className={styles['mark']} />
      <Spinner label={t`Signing you in…`} />
    </div>
  )
}

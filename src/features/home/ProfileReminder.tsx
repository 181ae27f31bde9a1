import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import styles from './ProfileReminder.module.css'
import { onceEvery } from './onceEvery.ts'

/** Specification section 9. */
const debounce = 1000

/** Urges a member who has reached the next tier to complete the profile. */
export function ProfileReminder({ onClose }: { onClose: () => void }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const [press] = useState(() => onceEvery(debounce))
  const goToProfile = () => {
    onClose()
    void navigate({ to: '/$lang/member-detail', params: { lang } })
  }
  return (
    <Dialog open onClose={() => press(onClose)} title={<Trans>You’ve qualified for the next tier</Trans>}>
      <p>
        <Trans>You’ve qualified. Complete your profile so we can upgrade you. You’ll also earn 500 points.</Trans>
      </p>
      <div className={styles['actions']}>
        <Button variant="primary" onClick={() => press(goToProfile)}>
          <Trans>Go to profile</Trans>
        </Button>
        <Button onClick={() => press(onClose)}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'

/** Reminds a member who has reached the next tier to complete the profile. */
export function ProfileReminder({ onClose }: { onClose: () => void }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const goToProfile = () => {
    onClose()
    void navigate({ to: '/$lang/member-detail-edit', params: { lang } })
  }
  return (
    <Dialog open onClose={onClose} title={<Trans>You’ve qualified for the next tier</Trans>}>
      <p>
        <Trans>You’ve qualified. Complete your profile so we can upgrade you. You’ll also earn 500 points.</Trans>
      </p>
      <ButtonRow>
        <Button variant="primary" onClick={goToProfile}>
          <Trans>Go to profile</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </ButtonRow>
    </Dialog>
  )
}

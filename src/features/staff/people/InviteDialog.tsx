import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { Email } from '#contract/member/auth.ts'
import { invitationHours, inviteStaff, type Person } from '#contract/staff/people.ts'
import type { Role } from '#contract/staff/roles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './People.module.css'
import { RolesField } from './RolesField.tsx'

/** An invitation that was made. Its link is known here only. */
export interface Invited {
  email: string
  answer: AnswerOf<typeof inviteStaff>
}

interface InviteDialogProps {
  /** Who is on the staff: an invitation replaces what they have. */
  people: readonly Person[]
  /** Whom to invite again. */
  again?: Person
  onClose: (invited?: Invited) => void
}

/** Invites someone by email, in the language of the pages. */
export function InviteDialog({ people, again, onClose }: InviteDialogProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [email, setEmail] = useState(again?.email ?? '')
  const [roles, setRoles] = useState<Role[]>(again?.roles ?? [])
  const [faults, setFaults] = useState<{ email?: string; roles?: string }>({})
  const act = useAct(inviteStaff)
  const address = v.safeParse(Email, email)
  const known = people.find((one) => address.success && one.email === address.output && one.endedAt === null)
  const invite = () => {
    const found = {
      ...(address.success ? {} : { email: t`Enter an email address such as ada@example.com.` }),
      ...(roles.length > 0 ? {} : { roles: t`Choose at least one role.` }),
    }
    setFaults(found)
    if (!address.success || roles.length === 0) return
    act.mutate(
      { email: address.output, roles, lang },
      { onSuccess: (answer) => onClose({ email: address.output, answer }) },
    )
  }
  return (
    <ConfirmDialog
      title={t`Invite someone to the staff`}
      size="wide"
      tone="primary"
      confirm={<Trans>Send the invitation</Trans>}
      act={act}
      onConfirm={invite}
      onClose={() => onClose()}
    >
      <TextField
        type="email"
        label={t`Email`}
        hint={t`They get the link in this page’s language. It works once, for ${invitationHours} hours.`}
        autoComplete="off"
        maxLength={254}
        value={email}
        error={faults.email}
        onChange={({ target }) => {
          setEmail(target.value)
          setFaults({})
        }}
      />
      {known && (
        <Notice tone="info">
          <Trans>
            {known.name} is already on the staff. Once they accept this invitation, they’ll have only these roles, and
            their new passkey will replace the old ones.
          </Trans>
        </Notice>
      )}
      <RolesField
        roles={roles}
        error={faults.roles ?? null}
        onChange={(chosen) => {
          setRoles(chosen)
          setFaults({})
        }}
      />
    </ConfirmDialog>
  )
}

/** What became of an invitation, with its link, once. */
export function InvitedNotice({ invited: { email, answer } }: { invited: Invited }) {
  const { t } = useLingui()
  if (answer.kind === 'not_owner')
    return (
      <Notice tone="warning">
        <Trans>You’re no longer an owner. Nothing was changed.</Trans>
      </Notice>
    )
  return (
    <Notice tone="success" title={<Trans>We’ve emailed the invitation to {email}</Trans>}>
      <div className={styles['link']}>
        <TextField
          label={t`Link in the invitation`}
          hint={
            <Trans>
              It works once, until <When at={answer.expiresAt} />. You can also give it to them yourself: it won’t be
              shown again.
            </Trans>
          }
          value={answer.link}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={answer.link}>
          <Trans>Copy the link</Trans>
        </CopyButton>
      </div>
    </Notice>
  )
}

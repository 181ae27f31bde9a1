import { useLingui } from '@lingui/react/macro'
import { type Role, roleNames } from '#contract/staff/roles.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { FieldError } from '#src/ui/forms/FieldError.tsx'
import { useFieldIds } from '#src/ui/forms/useFieldIds.ts'
import { roleHints, roleMessages } from '../messages.ts'
import styles from './People.module.css'

interface RolesFieldProps {
  roles: readonly Role[]
  error: string | null
  onChange: (roles: Role[]) => void
}

/** What somebody may do. */
export function RolesField({ roles, error, onChange }: RolesFieldProps) {
  const { t, i18n } = useLingui()
  const ids = useFieldIds({ error })
  const set = (role: Role, isChosen: boolean) =>
    onChange(roleNames.filter((name) => (name === role ? isChosen : roles.includes(name))))
  return (
    <fieldset className={styles['roles']} aria-describedby={ids.aria['aria-describedby']}>
      <legend>{t`Roles`}</legend>
      <div className={styles['choices']}>
        {roleNames.map((role) => (
          <Checkbox
            key={role}
            label={i18n._(roleMessages[role])}
            hint={i18n._(roleHints[role])}
            checked={roles.includes(role)}
            onChange={({ target }) => set(role, target.checked)}
          />
        ))}
      </div>
      <FieldError id={ids.error}>{error}</FieldError>
    </fieldset>
  )
}

import { useLingui } from '@lingui/react/macro'
import { type ComponentProps, useState } from 'react'
import { Field } from './Field.tsx'
import styles from './Field.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import type { TextField } from './TextField.tsx'
import { useFieldIds } from './useFieldIds.ts'

/** A password with its label, hint and error. What is typed can be pasted, and shown. */
export function PasswordField({ label, hint, error, id, className, ...rest }: ComponentProps<typeof TextField>) {
  const { t } = useLingui()
  const [isShown, setShown] = useState(false)
  const ids = useFieldIds({ hint, error }, id)
  return (
    <Field ids={ids} label={label} hint={hint} error={error} className={className}>
      <div className={styles['secret']}>
        <input
          {...rest}
          {...ids.aria}
          id={ids.input}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={styles['input']}
        />
        <IconButton
          icon={<Icon name={isShown ? 'eye' : 'eyeStruck'} />}
          label={t`Show password`}
          aria-pressed={isShown}
          aria-controls={ids.input}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Field>
  )
}

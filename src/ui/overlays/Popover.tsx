import { Popover as Base } from '@base-ui/react/popover'
import { useLingui } from '@lingui/react/macro'
import type { ReactElement, ReactNode } from 'react'
import floating from './Floating.module.css'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import styles from './Popover.module.css'

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement
  title: ReactNode
  children: ReactNode
}

/** A small sheet beside the button that opens it; the page behind it stays usable. Escape or a press outside closes it. */
export function Popover({ trigger, title, children }: PopoverProps) {
  const { t } = useLingui()
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={floating['place'] ?? ''} sideOffset={8} collisionPadding={16}>
          <Base.Popup className={`${floating['sheet']} ${styles['popover']}`}>
            <div className={styles['head']}>
              <Base.Title render={<p />} className={styles['title'] ?? ''}>
                {title}
              </Base.Title>
              <Base.Close
                render={<IconButton icon={<ChromeIcon name="close" />} label={t`Close`} className={styles['close']} />}
              />
            </div>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
